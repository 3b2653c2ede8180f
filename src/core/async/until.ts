/** Resolves when a condition holds, which is tried after each change. */
export function until(
  changing: { subscribe(listener: () => void): { dispose(): void } },
  holds: () => boolean,
): Promise<void> {
  if (holds()) return Promise.resolve();
  return new Promise((resolve) => {
    const subscription = changing.subscribe(() => {
      if (!holds()) return;
      subscription.dispose();
      resolve();
    });
  });
}

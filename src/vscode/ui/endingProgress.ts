import { withLateProgress } from "./progress.ts";

/** As `withLateProgress`; canceled also when `ending` aborts, with its reason. */
export function withEndingProgress<T>(
  title: string,
  ending: AbortSignal,
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  return withLateProgress(title, (canceled, report) => task(AbortSignal.any([canceled, ending]), report));
}

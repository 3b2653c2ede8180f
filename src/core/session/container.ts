/** VS Code's names (`env.remoteName`) for windows whose extensions run in a container that the repository can define. */
const containers = ["dev-container", "attached-container", "k8s-container", "codespaces"];

/**
 * Whether the repository's code runs next to the extension: it can write the machine's settings and environment, and
 * read the extension's memory, so no check of settings protects a key from it.
 */
export function isContainer(remoteName: string | undefined): boolean {
  return containers.some((name) => name === remoteName);
}

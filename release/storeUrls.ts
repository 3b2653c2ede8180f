import { spawnSync } from "node:child_process";
import type { StoreUrls } from "./package.ts";

/** Where hosts of repositories have the files of a tag. */
const hosts: Readonly<Record<string, readonly [content: string, images: string]>> = {
  "github.com": ["blob", "raw"],
  "gitlab.com": ["-/blob", "-/raw"],
  "codeberg.org": ["src/tag", "raw/tag"],
};

/** The URLs of a repository's files at a tag. Throws for a repository whose URLs are unknown. */
export function storeUrls(repository: string, tag: string): StoreUrls {
  const url = URL.parse(repository);
  const [content, images] = hosts[url?.host ?? ""] ?? [];
  if (url?.protocol !== "https:" || content === undefined || images === undefined) {
    throw new Error(`${repository} is not an https URL of a repository on ${Object.keys(hosts).join(", ")}.`);
  }
  const base = `https://${url.host}${url.pathname.replace(/(?:\.git)?\/*$/, "")}`;
  return { content: `${base}/${content}/${tag}`, images: `${base}/${images}/${tag}` };
}

/** Those of the paths that a revision of the repository in a folder does not have. */
export function missingFiles(folder: string, revision: string, paths: readonly string[]): readonly string[] {
  return paths.filter(
    (path) => spawnSync("git", ["cat-file", "-e", `${revision}:${path}`], { cwd: folder }).status !== 0,
  );
}

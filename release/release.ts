// `npm run release -- <major|minor|patch> [--pre-release] [--repository URL]` makes a release of a clean checkout with
// current conformance results: the next version in the manifest, its section in the changelog, a commit with its tag, and
// in `dist` the package and a software bill of materials. With the URL of the repository to which the tag is pushed, by
// default the manifest's, the store's page shows the pictures of the README. It publishes nothing.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod";
import { hasPassed, inputsHash, readResults } from "../test/conformance/results.ts";
import { pack } from "./package.ts";
import { filesOf, packedReadme } from "./packedReadme.ts";
import { missingFiles, storeUrls } from "./storeUrls.ts";

const parts = ["major", "minor", "patch"] as const;

type Part = (typeof parts)[number];

/**
 * The store has no other mark of pre-release versions, so their minor numbers are odd and those of releases even
 * (https://code.visualstudio.com/api/working-with-extensions/publishing-extension#prerelease-extensions).
 */
export function nextVersion(current: string, part: Part, isPreRelease: boolean): string {
  const [major = 0, minor = 0, patch = 0] = current.split(".").map(Number);
  const isOdd = (number: number) => number % 2 === 1;
  if (part === "major") return isPreRelease ? `${major + 1}.1.0` : `${major + 1}.0.0`;
  if (part === "patch" && isOdd(minor) === isPreRelease) return `${major}.${minor}.${patch + 1}`;
  const next = minor + 1;
  return `${major}.${isOdd(next) === isPreRelease ? next : next + 1}.0`;
}

/** The changelog with its unreleased entries under the version. Throws if there are none. */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const [before = "", after] = changelog.split(/^## Unreleased\n/m);
  if (after === undefined || !/^\s*(?!## )\S/.test(after)) throw new Error("CHANGELOG.md has no unreleased entries.");
  return `${before}## Unreleased\n\n## ${version} - ${date}\n${after}`;
}

/** npm's own `npm sbom` leaves out packages that development tools use too. */
const billOfMaterials = "@cyclonedx/cyclonedx-npm@6.0.1 --omit dev --package-lock-only --output-reproducible";

function run(file: string, ...args: readonly string[]): string {
  const isShell = process.platform === "win32" && file === "npm";
  return execFileSync(file, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], shell: isShell });
}

/** The repository of a manifest is a URL, or an object with one, which may begin with `git+`. */
const manifestShape = z.object({
  version: z.string(),
  repository: z
    .union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])
    .transform((url) => url.replace(/^git\+/, ""))
    .optional(),
});

type ReleaseOptions = { readonly isPreRelease: boolean; readonly repository: string | undefined };

async function release(part: Part, { isPreRelease, repository: named }: ReleaseOptions): Promise<void> {
  if (run("git", "status", "--porcelain") !== "") throw new Error("Commit or discard all changes first.");
  const conformance = readResults(".");
  if (!hasPassed(conformance)) throw new Error("The last conformance run failed.");
  if (conformance.inputs !== inputsHash(".")) throw new Error("Run npm run conformance: its inputs have changed.");
  const manifest = manifestShape.parse(JSON.parse(readFileSync("package.json", "utf8")));
  const version = nextVersion(manifest.version, part, isPreRelease);
  const tag = `v${version}`;
  const repository = named ?? manifest.repository;
  const urls = repository === undefined ? undefined : storeUrls(repository, tag);
  const shown = urls === undefined ? [] : filesOf(packedReadme(readFileSync("README.md", "utf8"), true));
  const requireFiles = (revision: string) => {
    const missing = missingFiles(".", revision, shown);
    if (missing.length > 0) throw new Error(`The README names files that ${revision} lacks: ${missing.join(", ")}.`);
  };
  requireFiles("HEAD");
  const date = new Date().toISOString().slice(0, 10);
  const changelog = releasedChangelog(readFileSync("CHANGELOG.md", "utf8"), version, date);
  run("npm", "version", version, "--no-git-tag-version");
  writeFileSync("CHANGELOG.md", changelog);
  await pack(`dist/weave-threads-${version}.vsix`, { preRelease: isPreRelease, urls });
  writeFileSync(
    `dist/weave-threads-${version}.cdx.json`,
    run("npm", "exec", "--yes", "--", ...billOfMaterials.split(" ")),
  );
  run("git", "commit", "--quiet", "--all", `--message=Release ${version}`);
  run("git", "tag", "--annotate", tag, `--message=${version}`);
  requireFiles(tag);
  console.log(`Version ${version} is committed and tagged; its package and bill of materials are in dist.`);
  console.log(
    urls === undefined
      ? "The store's page will have no pictures and no links to files: name the repository with --repository URL."
      : `Push ${tag} before you publish: the store's page loads its pictures from ${urls.images}.`,
  );
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "pre-release": { type: "boolean", default: false }, repository: { type: "string" } },
  });
  const part = parts.find((one) => one === positionals[0]);
  if (part === undefined || positionals.length > 1) {
    console.error("Usage: npm run release -- <major|minor|patch> [--pre-release] [--repository URL]");
    process.exit(2);
  }
  await release(part, { isPreRelease: values["pre-release"], repository: values.repository });
}

// `npm run package` builds the extension and packs it. The same sources produce the same bytes, on any day and in any time zone.
import { readFileSync, writeFileSync } from "node:fs";
import { createVSIX } from "@vscode/vsce";
import { repositoryVariable } from "./packedReadme.ts";
import { recompressed } from "./recompressed.ts";

/** Where the store's page finds the files and the pictures of a release. */
export type StoreUrls = { readonly content: string; readonly images: string };

type PackOptions = {
  /** Marks the package as a pre-release version for the store. */
  readonly preRelease?: boolean;
  /** Without it, the page has no pictures and no links to files. */
  readonly urls?: StoreUrls | undefined;
};

export async function pack(packagePath: string, { preRelease = false, urls }: PackOptions = {}): Promise<void> {
  // vsce gives every file this time, and its archive stores local times.
  process.env.SOURCE_DATE_EPOCH = "946684800";
  process.env.TZ = "UTC";
  // vsce starts the build.
  if (urls !== undefined) process.env[repositoryVariable] = urls.content;
  await createVSIX({
    packagePath,
    readmePath: "dist/README.md",
    dependencies: false,
    allowMissingRepository: true,
    preRelease,
    ...(urls === undefined
      ? { rewriteRelativeLinks: false }
      : { baseContentUrl: urls.content, baseImagesUrl: urls.images, gitHubIssueLinking: false }),
  });
  const packed = await recompressed(readFileSync(packagePath), compactJson);
  writeFileSync(packagePath, packed);
  console.log(`Compressed further: ${packed.length.toLocaleString("en")} bytes.`);
}

/** JSON without spaces, and the manifest without what is for developers. */
function compactJson(name: string, content: Buffer): Buffer {
  if (!name.endsWith(".json")) return content;
  const value: unknown = JSON.parse(content.toString("utf8"));
  if (name !== "extension/package.json" || typeof value !== "object" || value === null)
    return Buffer.from(JSON.stringify(value));
  const isForDevelopers = (key: string) => /^(?:scripts|devDependencies|dependencies|allowScripts)$/.test(key);
  const kept = Object.entries(value).filter(([key]) => !isForDevelopers(key));
  return Buffer.from(JSON.stringify(Object.fromEntries(kept)));
}

if (process.argv[1] === import.meta.filename) await pack("dist/weave-threads.vsix");

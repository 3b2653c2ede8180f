// `npm run package` builds the extension and packs it. The same sources produce the same bytes, on any day and in any time zone.
import { createVSIX } from "@vscode/vsce";

/** `preRelease` marks the package as a pre-release version for the store. */
export async function pack(packagePath: string, preRelease = false): Promise<void> {
  // vsce gives every file this time, and its archive stores local times.
  process.env.SOURCE_DATE_EPOCH = "946684800";
  process.env.TZ = "UTC";
  await createVSIX({
    packagePath,
    readmePath: "dist/README.md",
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
    preRelease,
  });
}

if (process.argv[1] === import.meta.filename) await pack("dist/weave-threads.vsix");

// `npm run package` builds the extension and packs it. Equal sources make equal packages, on any day and in any time zone.
import { createVSIX } from "@vscode/vsce";

// vsce gives every file this time, and its archive stores local times.
process.env.SOURCE_DATE_EPOCH = "946684800";
process.env.TZ = "UTC";

await createVSIX({
  packagePath: "dist/weave-threads.vsix",
  readmePath: "dist/README.md",
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});

import { registerHooks } from "node:module";

// As much of `vscode` as an export to a file of this machine uses, for a process without an editor: imported before what
// uses it. Nobody is shown anything.

const source = `
  export const ProgressLocation = { Notification: 15 };
  export const window = {
    withProgress: (_options, task) =>
      task({ report: () => undefined }, { onCancellationRequested: () => undefined }),
  };
  export const workspace = {};
  export const Uri = { file: (path) => ({ scheme: "file", path, fsPath: path }) };
`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vscode"
      ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
      : next(specifier, context),
});

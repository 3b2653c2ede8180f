import { registerHooks } from "node:module";

// A stub of the parts of `vscode` that an export to a local file uses. Import it before the code that uses them.

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

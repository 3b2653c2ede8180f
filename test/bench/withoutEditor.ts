import { globSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { projectFolder } from "../editor/paths.ts";

// A stub of the parts of `vscode` that an export to a local file uses. Import it before the code that uses them.

const used: Readonly<Record<string, string>> = {
  ProgressLocation: "{ Notification: 15 }",
  window: `{
    withProgress: (_options, task) =>
      task({ report: () => undefined }, { onCancellationRequested: () => undefined }),
  }`,
  workspace: "{}",
  Uri: '{ file: (path) => ({ scheme: "file", path, fsPath: path }), from: (parts) => parts }',
};

/** Everything that the source imports, as an import fails without a name. */
const imported = globSync("src/{features,vscode}/**/*.ts", { cwd: projectFolder }).flatMap((file) => {
  const [, names = ""] =
    /^import \{([^}]*)\} from "vscode";$/m.exec(readFileSync(join(projectFolder, file), "utf8")) ?? [];
  return names.split(",").map((name) => name.trim().split(" as ")[0] ?? "");
});
const others = new Set(imported.filter((name) => /^[a-z]+$/i.test(name) && used[name] === undefined));
const source = [
  ...Object.entries(used).map(([name, value]) => `export const ${name} = ${value};`),
  ...[...others].map((name) => `export class ${name} {}`),
].join("\n");

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vscode"
      ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
      : next(specifier, context),
});

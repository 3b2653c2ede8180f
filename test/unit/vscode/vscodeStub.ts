import type { SettingValues } from "../../../src/core/settings/settingRules.ts";

// A stub of the `vscode` API used by `src/vscode/storage/settings.ts`. Workspace values are effective, as only in old editors.

/** The values of each setting, and the calls made. */
export const stub = {
  values: new Map<string, SettingValues>(),
  isTrusted: true,
  requested: [] as string[],
  written: [] as string[],
};

export const workspace = {
  workspaceFolders: [{ uri: "folder" }],
  get isTrusted() {
    return stub.isTrusted;
  },
  getConfiguration: (section: string | undefined, scope: unknown) => {
    const idOf = (name: string) => (section === undefined ? name : `${section}.${name}`);
    return {
      get: (name: string) => {
        stub.requested.push(`get ${idOf(name)} ${scope}`);
        return stub.values.get(idOf(name))?.workspaceValue;
      },
      inspect: (name: string) => {
        stub.requested.push(`inspect ${idOf(name)} ${scope}`);
        return stub.values.get(idOf(name));
      },
      update: async (id: string, value: unknown, target: number) => {
        const name = Object.entries(ConfigurationTarget).find(([, one]) => one === target)?.[0];
        stub.written.push(`${id} ${value} ${name}`);
      },
    };
  },
};
export const env = { remoteName: undefined };
export const commands = {};
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };
export const UIKind = {};
export const version = "";

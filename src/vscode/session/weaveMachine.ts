import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type KeptKeySource, type KeyLookup, keyIn, keyInNetrc, keySources } from "../../core/session/keySource.ts";
import { settingsBaseUrl } from "../../core/session/wandbSettings.ts";
import { type WeaveService, weaveServices } from "../../core/session/weaveServices.ts";
import { readSmallFile } from "../files/smallFile.ts";

export interface MachineFacts {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The home folder, absolute. */
  readonly home: string;
}

/** The machine that the extension runs on, in a remote window the remote one, as configured for Weave and wandb. */
export class WeaveMachine {
  readonly #facts: MachineFacts;

  constructor(facts: MachineFacts = { variables: process.env, home: homedir() }) {
    this.#facts = facts;
  }

  /**
   * The services named by environment variables and by wandb's settings file at home; a file not read before `signal` aborts
   * is skipped. The settings file in the working folder is ignored, because it is untrusted.
   */
  async services(signal: AbortSignal): Promise<readonly WeaveService[]> {
    const { variables, home } = this.#facts;
    const folder = variables.WANDB_CONFIG_DIR?.trim() || join(home, ".config", "wandb");
    const settings = await readSmallFile(join(folder, "settings"), signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    const { WF_TRACE_SERVER_URL, WANDB_BASE_URL, WANDB_PUBLIC_BASE_URL } = variables;
    return weaveServices({
      WF_TRACE_SERVER_URL,
      WANDB_BASE_URL,
      WANDB_PUBLIC_BASE_URL,
      settingsBaseUrl: settings?.kind === "text" ? settingsBaseUrl(settings.text) : undefined,
    });
  }

  /** The sources that may have a key of the service at a URL. Reads none of them. */
  sources(
    address: { readonly url: string; readonly origin: string },
    services: readonly WeaveService[],
  ): readonly KeptKeySource[] {
    return keySources(address, services, this.#facts.variables.NETRC);
  }

  /** Reads a source. */
  async lookUp(source: KeptKeySource, signal: AbortSignal): Promise<KeyLookup> {
    if (source.kind === "environment") return keyIn(this.#facts.variables.WANDB_API_KEY ?? "");
    const { home } = this.#facts;
    // A relative path is resolved at home, because the working folder of VS Code is arbitrary.
    const file = await readSmallFile(resolve(home, source.file.replace(/^~(?=\/)/, home)), signal);
    return file.kind === "text" ? keyInNetrc(file.text, source.host) : { kind: "file", problem: file };
  }
}

import { constants, type FileHandle, open } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { abortable } from "../../core/async/abortable.ts";
import { errorCode } from "../../core/failures/fileFailure.ts";
import {
  type FileProblem,
  type KeptKeySource,
  type KeyLookup,
  keyFrom,
  keyInNetrc,
  keySources,
  type LookedUpKey,
} from "../../core/session/keySource.ts";
import { settingsBaseUrl, type WeaveService, weaveServices } from "../../core/session/weaveServices.ts";
import type { ServicePlace } from "../../core/settings/serviceUrl.ts";

/** In bytes; far more than a hand-written file. */
export const smallFileLimit = 1024 * 1024;

/** The machine that the extension runs on, in a remote window the remote one, as configured for Weave and wandb. */
export class WeaveMachine {
  readonly #variables: Readonly<Record<string, string | undefined>>;
  readonly #home: string;

  /** `home` is the home folder, absolute. */
  constructor({ variables = process.env, home = homedir() }: { variables?: NodeJS.ProcessEnv; home?: string } = {}) {
    this.#variables = variables;
    this.#home = home;
  }

  /**
   * The services named by environment variables and by wandb's settings file at home; a file not read before `signal` aborts
   * is skipped. The settings file in the working folder is ignored, because it is untrusted.
   */
  async services(signal: AbortSignal): Promise<readonly WeaveService[]> {
    const { WANDB_CONFIG_DIR, WF_TRACE_SERVER_URL, WANDB_BASE_URL, WANDB_PUBLIC_BASE_URL } = this.#variables;
    const folder = WANDB_CONFIG_DIR?.trim() || join(this.#home, ".config", "wandb");
    const settings = await readSmallFile(join(folder, "settings"), signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    return weaveServices({
      WF_TRACE_SERVER_URL,
      WANDB_BASE_URL,
      WANDB_PUBLIC_BASE_URL,
      settingsBaseUrl: settings?.kind === "text" ? settingsBaseUrl(settings.text) : undefined,
    });
  }

  /** Looks up the keys of services; a file not read before `signal` aborts is skipped. `configured` are those of the machine. */
  async keys(
    services: readonly ServicePlace[],
    configured: readonly WeaveService[],
    signal: AbortSignal,
  ): Promise<readonly LookedUpKey[]> {
    const lookups = services.flatMap((service) =>
      keySources(service, configured, this.#variables.NETRC).map(async (source): Promise<readonly LookedUpKey[]> => {
        try {
          return [{ service, source, lookup: await this.#lookUp(source, signal) }];
        } catch (error) {
          if (signal.aborted) return [];
          throw error;
        }
      }),
    );
    return (await Promise.all(lookups)).flat();
  }

  /** Reads a source. */
  async #lookUp(source: KeptKeySource, signal: AbortSignal): Promise<KeyLookup> {
    if (source.kind === "environment") return keyFrom(this.#variables.WANDB_API_KEY ?? "");
    const home = this.#home;
    // A relative path is resolved at home, because the working folder of VS Code is arbitrary.
    const file = await readSmallFile(resolve(home, source.file.replace(/^~(?=\/)/, home)), signal);
    return file.kind === "text" ? keyInNetrc(file.text, source.host) : { kind: "file", problem: file };
  }
}

type SmallFile = { readonly kind: "text"; readonly text: string } | FileProblem;

/** Reads a small hand-written file as UTF-8. A drive that does not respond is abandoned when `signal` aborts. */
export function readSmallFile(path: string, signal: AbortSignal): Promise<SmallFile> {
  return abortable(read(path), signal);
}

async function read(path: string): Promise<SmallFile> {
  let file: FileHandle | undefined;
  try {
    // Non-blocking, because opening a pipe without a writer would never end. Windows neither has nor needs the flag.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = await file.stat();
    if (!facts.isFile()) return { kind: "notAFile" };
    if (facts.size > smallFileLimit) return { kind: "tooLarge" };
    const bytes = await buffer(file.createReadStream({ end: smallFileLimit, autoClose: false }));
    if (bytes.length > smallFileLimit) return { kind: "tooLarge" };
    return { kind: "text", text: new TextDecoder().decode(bytes) };
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
    return code === "EISDIR" ? { kind: "notAFile" } : { kind: "unreadable", code };
  } finally {
    await file?.close();
  }
}

import { type AccountName, type KeptAccount, readSecret, readSecretName, secretName, secretText } from "./accounts.ts";
import { isCollector } from "./session.ts";
import type { SessionNotice } from "./sessionPorts.ts";

/** VS Code's secret storage, which all windows share, over the system's keyring. */
export interface SecretStore {
  keys(): PromiseLike<readonly string[]>;
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
}

export interface WindowKeysParts {
  readonly secrets: SecretStore;
  readonly notify: (notice: SessionNotice, cause: unknown) => void;
  /** Reads the key of the local collector, which is in a file beside its database and never in the storage. */
  readonly collectorKey?: () => Promise<string>;
  /** How long the storage may take, in milliseconds. A later response is ignored. */
  readonly patience?: number;
}

/** A response of the storage, or why there is none. */
export type Response<T> = { readonly value: T } | { readonly failure: unknown };

/** The keys available in this window: those in the storage, and those that it could not store. Reports failures to change it. */
export class WindowKeys {
  readonly #parts: WindowKeysParts;
  /** By secret name; dropped when the window closes. */
  readonly #unkept = new Map<string, KeptAccount>();

  constructor(parts: WindowKeysParts) {
    this.#parts = parts;
  }

  /** The accounts whose keys only this window has. */
  get unkept(): readonly AccountName[] {
    return [...this.#unkept.values()].map(({ account }) => account);
  }

  /** The accounts with keys in the storage; null if unknown. */
  async kept(): Promise<readonly AccountName[] | null> {
    const names = await this.#ask(() => this.#parts.secrets.keys());
    return "failure" in names ? null : names.value.flatMap((name) => readSecretName(name) ?? []);
  }

  /** Undefined if there is no key. `inUse` is returned if the storage fails, because it has worked until now. */
  async find(name: AccountName, inUse?: KeptAccount): Promise<Response<KeptAccount | undefined>> {
    const collectorKey = isCollector(name) ? this.#parts.collectorKey : undefined;
    if (collectorKey !== undefined) {
      const key = await this.#ask(collectorKey);
      return "failure" in key ? key : { value: { account: { url: name.origin, ...name }, key: key.value } };
    }
    const unkept = this.#unkept.get(secretName(name));
    if (unkept !== undefined) return { value: unkept };
    const read = await this.#read(name);
    return "failure" in read && inUse !== undefined ? { value: inUse } : read;
  }

  /** The key has changed: the storage takes precedence from then on. What it has; undefined for nothing, and on failure. */
  async changed(name: AccountName): Promise<KeptAccount | undefined> {
    const read = await this.#read(name);
    if ("failure" in read) return undefined;
    this.#unkept.delete(secretName(name));
    return read.value;
  }

  async keep(kept: KeptAccount): Promise<void> {
    const name = secretName(kept.account);
    const stored = await this.#ask(() => this.#parts.secrets.store(name, secretText(kept)));
    if ("failure" in stored) {
      this.#unkept.set(name, kept);
      this.#parts.notify("keyNotKept", stored.failure);
    } else this.#unkept.delete(name);
  }

  /** Removes the key from this window even if the storage fails. */
  async forget(name: AccountName): Promise<void> {
    if (isCollector(name)) return;
    this.#unkept.delete(secretName(name));
    const deleted = await this.#ask(() => this.#parts.secrets.delete(secretName(name)));
    if ("failure" in deleted) this.#parts.notify("keyMayRemain", deleted.failure);
  }

  async #read(name: AccountName): Promise<Response<KeptAccount | undefined>> {
    const read = await this.#ask(() => this.#parts.secrets.get(secretName(name)));
    return "failure" in read ? read : { value: read.value === undefined ? undefined : readSecret(read.value, name) };
  }

  /** The storage may fail at once or later, or never respond. */
  async #ask<T>(ask: () => PromiseLike<T>): Promise<Response<T>> {
    const { patience = 10_000 } = this.#parts;
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`no response in ${patience} ms`)), patience);
    try {
      return { value: await Promise.race([ask(), timeout]) };
    } catch (failure) {
      return { failure };
    } finally {
      clearTimeout(timer);
    }
  }
}

import type { Disposable, SecretStorage } from "vscode";
import {
  type AccountName,
  type KeptAccount,
  readSecret,
  readSecretName,
  secretName,
  secretText,
} from "../../core/session/accountSecret.ts";
import { type Keyring, KeyringError, type LateAnswer } from "../../core/session/sessionPorts.ts";

/** The keyring timeout, in milliseconds. The keyring may be asking the user to unlock it, so late responses are used. */
const usualPatience = 10_000;

/** The keys of accounts in VS Code's secret storage, one secret each. Any failure or timeout is a `KeyringError`. */
export class Vault implements Keyring {
  readonly #secrets: SecretStorage;
  readonly #patience: number;
  readonly #lateListeners = new Set<(name: AccountName, late: LateAnswer) => void>();
  /** Pending reads by secret name, including those that have timed out. */
  readonly #reads = new Map<string, Promise<KeptAccount | undefined>>();

  constructor(secrets: SecretStorage, patience = usualPatience) {
    this.#secrets = secrets;
    this.#patience = patience;
  }

  /**
   * Undefined if no key is stored or it is not valid. Reads of an account share one request to the storage,
   * and so the same response or timeout.
   */
  get(name: AccountName): Promise<KeptAccount | undefined> {
    const secret = secretName(name);
    const started = this.#reads.get(secret);
    if (started !== undefined) return started;
    const answer = (async () => {
      const text = await this.#secrets.get(secret);
      return text === undefined ? undefined : readSecret(text, name);
    })();
    const read = inTime(answer, this.#patience);
    let late = false;
    read.catch(() => {
      late = true;
    });
    const ended = () => this.#reads.get(secret) === read && this.#reads.delete(secret);
    answer.then((kept) => {
      if (!(ended() && late)) return;
      for (const listener of [...this.#lateListeners]) listener(name, { kept });
    }, ended);
    this.#reads.set(secret, read);
    return read;
  }

  async store(kept: KeptAccount): Promise<void> {
    const name = secretName(kept.account);
    await this.#change(name, () => this.#secrets.store(name, secretText(kept)));
  }

  async delete(name: AccountName): Promise<void> {
    const secret = secretName(name);
    await this.#change(secret, () => this.#secrets.delete(secret));
  }

  async names(): Promise<readonly AccountName[]> {
    const names = await inTime((async () => this.#secrets.keys())(), this.#patience);
    return names.flatMap((name) => readSecretName(name) ?? []);
  }

  /** Fires with the account whose key was stored or deleted, in this window or another. */
  onChange(listener: (name: AccountName) => void): Disposable {
    return this.#secrets.onDidChange(({ key }) => {
      const name = readSecretName(key);
      if (name === undefined) return;
      this.#reads.delete(key);
      listener(name);
    });
  }

  /** Fires once with the late response of a read that has timed out, unless the key has changed since. */
  onLate(listener: (name: AccountName, late: LateAnswer) => void): Disposable {
    this.#lateListeners.add(listener);
    return { dispose: () => this.#lateListeners.delete(listener) };
  }

  /** A read from before a change is outdated after it. */
  async #change(secret: string, change: () => Thenable<void>): Promise<void> {
    this.#reads.delete(secret);
    try {
      await inTime((async () => change())(), this.#patience);
    } finally {
      this.#reads.delete(secret);
    }
  }
}

/** Rejects after `limit` milliseconds. */
function inTime<T>(answer: Promise<T>, limit: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      clearTimeout(timer);
      reject(new KeyringError("the secret storage fails", { cause }));
    };
    const timer = setTimeout(() => fail(new Error(`no answer in ${limit} ms`)), limit);
    answer.then((value) => {
      clearTimeout(timer);
      resolve(value);
    }, fail);
  });
}

import type { Disposable, SecretStorage } from "vscode";
import {
  type AccountName,
  type KeptAccount,
  readSecret,
  readSecretName,
  secretName,
  secretText,
} from "../core/session/accountSecret.ts";
import { type Keyring, KeyringError, type LateAnswer } from "../core/session/sessionPorts.ts";

/** How long a keyring may take, in milliseconds. It may be asking the user to unlock it: a response that is late counts still. */
const usualPatience = 10_000;

/** The keys of accounts in VS Code's secret storage, one secret each. A storage that throws, rejects or hangs is a `KeyringError`. */
export class Vault implements Keyring {
  readonly #secrets: SecretStorage;
  readonly #patience: number;
  readonly #lateListeners = new Set<(name: AccountName, late: LateAnswer) => void>();
  /** By the names of their secrets: the reads that the storage has not answered, whether in time or not. */
  readonly #reads = new Map<string, Promise<KeptAccount | undefined>>();

  constructor(secrets: SecretStorage, patience = usualPatience) {
    this.#secrets = secrets;
    this.#patience = patience;
  }

  /**
   * Undefined if no key is kept or what is kept cannot be read. The storage is asked once at a time for each account:
   * who asks meanwhile gets the same answer, or the same failure once that is late.
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

  /** Tells whose key was stored or deleted, in this window or another. */
  onChange(listener: (name: AccountName) => void): Disposable {
    return this.#secrets.onDidChange(({ key }) => {
      const name = readSecretName(key);
      if (name === undefined) return;
      this.#reads.delete(key);
      listener(name);
    });
  }

  /** Tells what a read gave that was canceled, once for each, unless the key has changed since. */
  onLate(listener: (name: AccountName, late: LateAnswer) => void): Disposable {
    this.#lateListeners.add(listener);
    return { dispose: () => this.#lateListeners.delete(listener) };
  }

  /** What was asked before a change is of no use after it. */
  async #change(secret: string, change: () => Thenable<void>): Promise<void> {
    this.#reads.delete(secret);
    try {
      await inTime((async () => change())(), this.#patience);
    } finally {
      this.#reads.delete(secret);
    }
  }
}

/** What comes later than `limit`, in milliseconds, is a failure like any other. */
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

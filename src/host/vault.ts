import type { Disposable, SecretStorage } from "vscode";
import {
  type AccountName,
  type KeptAccount,
  readSecret,
  readSecretName,
  secretName,
  secretText,
} from "../core/session/accountSecret.ts";
import { type Keyring, KeyringError } from "../core/session/sessionPorts.ts";

/** How long a keyring may take, in milliseconds. It may be asking the person to unlock it: an answer that is late counts still. */
const usualPatience = 10_000;

/** The keys of accounts in VS Code's secret storage, one secret each. A storage that throws, rejects or hangs is a `KeyringError`. */
export class Vault implements Keyring {
  readonly #secrets: SecretStorage;
  readonly #patience: number;
  readonly #listeners = new Set<(name: AccountName) => void>();

  constructor(secrets: SecretStorage, patience = usualPatience) {
    this.#secrets = secrets;
    this.#patience = patience;
  }

  /** Undefined when no key is kept or what is kept cannot be read. */
  async get(name: AccountName): Promise<KeptAccount | undefined> {
    const secret = await this.#inTime(
      () => this.#secrets.get(secretName(name)),
      () => this.#tell(name),
    );
    return secret === undefined ? undefined : readSecret(secret, name);
  }

  async store(kept: KeptAccount): Promise<void> {
    await this.#inTime(() => this.#secrets.store(secretName(kept.account), secretText(kept)));
  }

  async delete(name: AccountName): Promise<void> {
    await this.#inTime(() => this.#secrets.delete(secretName(name)));
  }

  async names(): Promise<readonly AccountName[]> {
    const names = await this.#inTime(() => this.#secrets.keys());
    return names.flatMap((name) => readSecretName(name) ?? []);
  }

  /** Tells whose key was stored or deleted, in this window or another, or has been read after all. */
  onChange(listener: (name: AccountName) => void): Disposable {
    this.#listeners.add(listener);
    const subscription = this.#secrets.onDidChange(({ key }) => {
      const name = readSecretName(key);
      if (name !== undefined) listener(name);
    });
    return {
      dispose: () => {
        this.#listeners.delete(listener);
        subscription.dispose();
      },
    };
  }

  #tell(name: AccountName): void {
    for (const listener of [...this.#listeners]) listener(name);
  }

  /** `late` is called when the answer comes, but not in time. */
  #inTime<T>(ask: () => Thenable<T>, late?: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      let waiting = true;
      const fail = (cause: unknown) => {
        waiting = false;
        clearTimeout(timer);
        reject(new KeyringError("the secret storage fails", { cause }));
      };
      const timer = setTimeout(() => fail(new Error(`no answer in ${this.#patience} ms`)), this.#patience);
      try {
        ask().then((answer) => {
          clearTimeout(timer);
          if (waiting) resolve(answer);
          else late?.();
        }, fail);
      } catch (error) {
        fail(error);
      }
    });
  }
}

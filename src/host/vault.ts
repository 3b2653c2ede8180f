import type { Disposable, SecretStorage } from "vscode";
import type { Account } from "../core/session/session.ts";

const prefix = "weaveThreads:";

/** The keyring of the system cannot be read. */
export class KeyringError extends Error {
  override readonly name = "KeyringError";

  constructor(cause: unknown) {
    super("the secret storage cannot be read", { cause });
  }
}

/** The keys of accounts, one secret each: `weaveThreads:<origin>:<username>` holds `{"v":1,"key":"…"}`. */
export class Vault {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  /** The key of an account; undefined when none is kept or what is kept cannot be read. */
  async key(account: Account): Promise<string | undefined> {
    const secret = await this.#secrets.get(secretName(account)).then(undefined, (cause: unknown) => {
      throw new KeyringError(cause);
    });
    return secret === undefined ? undefined : readKey(secret);
  }

  async store(account: Account, key: string): Promise<void> {
    await this.#secrets.store(secretName(account), JSON.stringify({ v: 1, key }));
  }

  async delete(account: Account): Promise<void> {
    await this.#secrets.delete(secretName(account));
  }

  /** Tells when a key was stored or deleted, in this window or another. */
  onChange(listener: () => void): Disposable {
    return this.#secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) listener();
    });
  }
}

function secretName({ origin, username }: Account): string {
  return `${prefix}${origin}:${username}`;
}

function readKey(secret: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(secret);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  return "v" in value && value.v === 1 && "key" in value && typeof value.key === "string" ? value.key : undefined;
}

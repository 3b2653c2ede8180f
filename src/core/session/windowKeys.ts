import { type AccountName, type KeptAccount, secretName } from "./accountSecret.ts";
import { type Keyring, KeyringError, type LateAnswer, type SessionNotice } from "./sessionPorts.ts";

export interface WindowKeysParts {
  readonly keyring: Keyring;
  readonly tell: (notice: SessionNotice, cause: unknown) => void;
}

/** The keys available in this window: those in the keyring, and those that it could not store. Reports keyring failures. */
export class WindowKeys {
  readonly #keyring: Keyring;
  readonly #tell: WindowKeysParts["tell"];
  /** By secret name; dropped when the window closes. */
  readonly #unkept = new Map<string, KeptAccount>();
  /** Late responses of the keyring by secret name, valid until the key changes. Reading again would be late again. */
  readonly #late = new Map<string, LateAnswer>();
  #unreadable = false;

  constructor({ keyring, tell }: WindowKeysParts) {
    this.#keyring = keyring;
    this.#tell = tell;
  }

  /** The accounts whose keys only this window has. */
  get unkept(): readonly AccountName[] {
    return [...this.#unkept.values()].map(({ account }) => account);
  }

  /** The accounts with keys in the keyring; null if unknown. */
  async kept(): Promise<readonly AccountName[] | null> {
    return (await answered(this.#keyring.names())).value ?? null;
  }

  /** Undefined if there is no key. `inUse` is returned if the keyring fails, because it has worked until now. */
  async find(name: AccountName, inUse?: KeptAccount): Promise<KeptAccount | undefined> {
    const secret = secretName(name);
    const unkept = this.#unkept.get(secret);
    if (unkept !== undefined) return unkept;
    const late = this.#late.get(secret);
    if (late !== undefined) return late.kept;
    const { value, failure } = await answered(this.#keyring.get(name));
    if (failure === undefined) {
      this.#unreadable = false;
      return value;
    }
    if (inUse !== undefined) return inUse;
    // Every settings change reads again; the failure is reported once.
    if (!this.#unreadable) this.#tell("keyUnreadable", failure);
    this.#unreadable = true;
    return undefined;
  }

  /** The key has changed, or the keyring has responded late. */
  hear(name: AccountName, late: LateAnswer | undefined): void {
    if (late === undefined) this.#late.delete(secretName(name));
    else this.#late.set(secretName(name), late);
  }

  /** Reads the keyring, which takes precedence from then on. Whether it has the key; false on failure. */
  async changed(name: AccountName): Promise<boolean> {
    const late = this.#late.get(secretName(name));
    const { value, failure } = late ? { value: late.kept } : await answered(this.#keyring.get(name));
    if (failure === undefined) this.#unkept.delete(secretName(name));
    return value !== undefined;
  }

  async keep(kept: KeptAccount): Promise<void> {
    const name = secretName(kept.account);
    this.#late.delete(name);
    const { failure } = await answered(this.#keyring.store(kept));
    if (failure === undefined) this.#unkept.delete(name);
    else {
      this.#unkept.set(name, kept);
      this.#tell("keyNotKept", failure);
    }
  }

  /** Removes the key from this window even if the keyring fails. */
  async forget(name: AccountName): Promise<void> {
    this.#unkept.delete(secretName(name));
    this.#late.delete(secretName(name));
    const { failure } = await answered(this.#keyring.delete(name));
    if (failure !== undefined) this.#tell("keyMayRemain", failure);
  }
}

async function answered<T>(asked: Promise<T>): Promise<{ readonly value?: T; readonly failure?: KeyringError }> {
  try {
    return { value: await asked };
  } catch (error) {
    if (error instanceof KeyringError) return { failure: error };
    throw error;
  }
}

/** A value that is loaded at its first use and shared; after a failure the next use tries again. */
export class Lazy<T> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | null = null;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Null if not loaded, or if loading failed. */
  async there(): Promise<T | null> {
    return (await this.#loading?.catch(() => null)) ?? null;
  }

  /** The next use loads again. */
  forget(): void {
    this.#loading = null;
  }

  get(): Promise<T> {
    if (this.#loading !== null) return this.#loading;
    const loading = this.#load().catch((error: unknown) => {
      if (this.#loading === loading) this.#loading = null;
      throw error;
    });
    this.#loading = loading;
    return loading;
  }
}

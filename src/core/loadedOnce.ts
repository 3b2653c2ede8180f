/** Something that is loaded when it is first wanted, once for all who want it; after a failure the next one tries again. */
export class LoadedOnce<T> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | null = null;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Null where nobody has wanted it, or it could not be loaded. */
  async there(): Promise<T | null> {
    return (await this.#loading?.catch(() => null)) ?? null;
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

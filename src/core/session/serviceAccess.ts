/** Where a service is and how to sign in to it. */
export interface ServiceAccess {
  /** Base URL, without a final slash. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

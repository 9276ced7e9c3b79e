export interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly token_prefix: string;
  readonly scopes: readonly string[];
  readonly workspace: string | null;
  /** The program that got the token by signing the person in. */
  readonly client_id?: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  /** Only in the answer that makes it. */
  readonly token?: string;
}

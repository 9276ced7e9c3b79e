import type { TestClient } from './test-client.js';

export interface TokenOptions {
  readonly name?: string;
  readonly scopes?: readonly string[];
  /** Slug of the workspace that it is bound to. */
  readonly workspace?: string;
  readonly expires_at?: string;
}

export async function mintToken(client: TestClient, options: TokenOptions = {}): Promise<string> {
  const { status, body, text } = await client.post<{ token: string }>('/api/v1/me/api-tokens', {
    name: 'Test',
    ...options,
  });
  if (status !== 201) throw new Error(`Making an API token failed with ${status}: ${text}`);
  return body.token;
}

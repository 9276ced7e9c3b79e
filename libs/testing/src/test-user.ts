import type { TestClient } from './test-client.js';

/** A registered user with a session. */
export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** The session token. */
  readonly token: string;
}

export interface RegistrationOptions {
  readonly email?: string;
  readonly name?: string;
  readonly password?: string;
  /** The token of an invitation to accept. */
  readonly invitation?: string;
}

let registered = 0;

export async function registerUser(client: TestClient, options: RegistrationOptions = {}): Promise<TestUser> {
  registered += 1;
  const person = {
    email: `user-${registered}@example.org`,
    name: `User ${registered}`,
    password: 'correct horse battery',
    ...options,
  };
  const { status, body, text } = await client.post<{ token: string; user: { id: string } }>(
    '/api/v1/me/registration',
    person,
  );
  if (status !== 201) throw new Error(`Registering ${person.email} failed with ${status}: ${text}`);
  return { id: body.user.id, email: person.email, password: person.password, token: body.token };
}

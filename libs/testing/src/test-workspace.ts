import type { ActionDefinition } from '@cubit/core';
import type { TestClient } from './test-client.js';
import { registerUser, type TestUser } from './test-user.js';

type Role = NonNullable<ActionDefinition['role']>;

export interface WorkspaceOptions {
  readonly slug?: string;
  /** Names of the modules to enable. Default: every one that the server has. */
  readonly modules?: readonly string[];
  /** The owner. Default: a new user. */
  readonly owner?: TestUser;
}

/** A workspace with a user of every role, each registered on first use. */
export interface TestWorkspace {
  readonly id: string;
  readonly slug: string;
  /** `/api/v1/orgs/<slug>`. */
  readonly path: string;
  readonly owner: TestUser;
  admin(): Promise<TestUser>;
  member(): Promise<TestUser>;
  viewer(): Promise<TestUser>;
}

/** Creates clients: without a credential, or with the credential of a user. */
export interface Clients {
  readonly anonymous: TestClient;
  as(credential: TestUser | string): TestClient;
}

let created = 0;

export async function createWorkspace(
  clients: Clients,
  { slug, modules, owner: given }: WorkspaceOptions & { readonly modules: readonly string[] },
): Promise<TestWorkspace> {
  created += 1;
  const owner = given ?? (await registerUser(clients.anonymous));
  const name = slug ?? `workspace-${created}`;
  const made = await clients.as(owner).post<{ id: string }>('/api/v1/me/orgs', { slug: name, name, modules });
  if (made.status !== 201) throw new Error(`Making workspace '${name}' failed with ${made.status}: ${made.text}`);
  const path = `/api/v1/orgs/${name}`;
  const people = new Map<Role, Promise<TestUser>>();
  const registerMember = (role: Role) => {
    const known = people.get(role) ?? joinAs(clients, { path, owner, role });
    people.set(role, known);
    return known;
  };
  return {
    id: made.body.id,
    slug: name,
    path,
    owner,
    admin: () => registerMember('admin'),
    member: () => registerMember('member'),
    viewer: () => registerMember('viewer'),
  };
}

async function joinAs(
  { anonymous, as }: Clients,
  { path, owner, role }: { readonly path: string; readonly owner: TestUser; readonly role: Role },
): Promise<TestUser> {
  const user = await registerUser(anonymous);
  const invited = await as(owner).post<{ token: string }>(`${path}/invitations`, { email: user.email, role });
  if (invited.status !== 201) throw new Error(`Inviting ${user.email} failed with ${invited.status}: ${invited.text}`);
  const joined = await as(user).post(`/api/v1/me/invitations/${invited.body.token}/accept`);
  if (joined.status >= 300) throw new Error(`Accepting the invitation failed with ${joined.status}: ${joined.text}`);
  return user;
}

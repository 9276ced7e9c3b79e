import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KitError } from './kit-error.js';
import type { Project } from './project.js';

/** The address of the workspace that `dev` makes. */
export const WORKSPACE = '/api/v1/orgs/dev';
const EMAIL = 'dev@example.org';

interface Seed {
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Makes the workspace `dev` with the module enabled and its seed, once; later starts only enable modules. */
export async function prepareWorkspace(
  { folder, module }: Project,
  { address, modules }: { readonly address: string; readonly modules: readonly string[] },
): Promise<void> {
  const tokenFile = join(folder, '.cubit/dev-token');
  const names = [...new Set([...modules, module])];
  if (existsSync(tokenFile)) {
    const token = readFileSync(tokenFile, 'utf8').trim();
    for (const name of names)
      await send(address, { token, method: 'PATCH', path: `${WORKSPACE}/modules/${name}`, body: { enabled: true } });
    return;
  }
  const password = randomBytes(12).toString('base64url');
  const registered = await send<{ token: string }>(address, {
    path: '/api/v1/me/registration',
    body: { email: EMAIL, name: 'Developer', password },
  });
  const session = registered.token;
  await send(address, { token: session, path: '/api/v1/me/orgs', body: { slug: 'dev', name: 'Dev', modules: names } });
  const { token } = await send<{ token: string }>(address, {
    token: session,
    path: '/api/v1/me/api-tokens',
    body: { name: 'cubit-module dev' },
  });
  await seed(folder, { address, token });
  await writeFile(join(folder, '.cubit/dev-login'), `${EMAIL} ${password}\n`, { mode: 0o600 });
  await writeFile(tokenFile, `${token}\n`, { mode: 0o600 });
}

async function seed(folder: string, { address, token }: { readonly address: string; readonly token: string }) {
  const file = join(folder, 'dev/seed.json');
  if (!existsSync(file)) return;
  for (const { kind, fields } of JSON.parse(readFileSync(file, 'utf8')) as readonly Seed[]) {
    const [owner = '', local = ''] = kind.split(':');
    await send(address, { token, path: `${WORKSPACE}/modules/${owner}/records/${local}`, body: { fields } });
  }
}

interface Request {
  readonly path: string;
  readonly method?: string;
  readonly token?: string;
  readonly body: object;
}

async function send<Answer>(address: string, { path, method = 'POST', token, body }: Request): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const reply = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
  const text = await reply.text();
  if (!reply.ok) throw new KitError(`${method} ${path} answered ${reply.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

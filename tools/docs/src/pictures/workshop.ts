import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram, until } from '@cubit/testing/shipped';

/** The program with the sample workshop, and its owner at the API. */
export interface Workshop {
  readonly origin: string;
  readonly person: { readonly email: string; readonly password: string };
  /** A path below the workspace: `/modules/inventory/records/part`. */
  get<Body>(path: string): Promise<Body>;
  send<Body>(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<Body>;
  /** The id of the record of a kind (`inventory:part`) with this title. */
  find(kind: string, title: string): Promise<string>;
  /** Runs an action, and waits for the wires that its events trigger. */
  run<Result>(action: string, record: Reference, input?: object): Promise<Result>;
  stop(): Promise<void>;
}

export interface Reference {
  readonly kind: string;
  readonly id: string;
}

interface Row {
  readonly id: string;
  readonly title: string;
}

const PERSON = { name: 'Workshop owner', email: 'owner@example.org', password: 'a password for the pictures' };
/** Nothing is measured here, and the machine may be busy. */
export const PATIENCE_MS = 300_000;
const PREFER = { prefer: 'wait=30' };

/** Starts the program as it ships on a temporary folder, and creates a workspace with the sample. */
export async function startWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'cubit-pictures-'));
  // If root started the program, its database runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const environment = { WEB: 'on', DATA_DIR: folder, HOST: '127.0.0.1', REGISTRATION: 'open', RATE_LIMIT: 'off' };
  const clear = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const program = await startProgram({ environment, startLimitMs: PATIENCE_MS });
    const stop = async () => {
      await program.stop();
      await clear();
    };
    return { ...(await createWorkshop(new URL(program.address).origin)), stop };
  } catch (error) {
    await clear();
    throw error;
  }
}

async function createWorkshop(origin: string): Promise<Omit<Workshop, 'stop'>> {
  const { token } = await call<{ token: string }>(`${origin}/api/v1/me/registration`, { method: 'POST', body: PERSON });
  const own = { authorization: `Bearer ${token}`, ...PREFER };
  const { job } = await call<{ job: string }>(`${origin}/api/v1/me/orgs`, {
    ...{ method: 'POST', headers: own },
    body: { slug: 'workshop', name: 'Workshop', sample: 'workshop' },
  });
  const base = `${origin}/api/v1/orgs/workshop`;
  const get = <Body>(path: string) => call<Body>(`${base}${path}`, { method: 'GET', headers: own });
  const send = <Body>(method: 'POST' | 'PATCH', path: string, body: unknown) =>
    call<Body>(`${base}${path}`, { method, body, headers: own });
  await until('the sample is there', async () => {
    const { state } = await get<{ state: string }>(`/jobs/${job}`);
    if (state === 'failed') throw new Error('The sample was not loaded.');
    return state === 'succeeded';
  });
  return {
    ...{ origin, person: PERSON, get, send },
    async find(kind, title) {
      const { data } = await get<{ data: readonly Row[] }>(`/modules/${kind.replace(':', '/records/')}?limit=200`);
      const found = data.find((row) => row.title === title);
      if (!found) throw new Error(`There is no ${kind} '${title}', but ${data.map((row) => row.title).join(', ')}.`);
      return found.id;
    },
    async run<Result>(action: string, record: Reference, input: object = {}) {
      const path = `/modules/${action.replace(':', '/actions/')}`;
      return (await send<{ result: Result }>('POST', path, { record, input })).result;
    },
  };
}

interface Call {
  readonly method: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call<Body>(url: string, { method, body, headers = {} }: Call): Promise<Body> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const type: Readonly<Record<string, string>> = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers: { ...headers, ...type }, ...content });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}: ${text}`);
  return (text === '' ? null : JSON.parse(text)) as Body;
}

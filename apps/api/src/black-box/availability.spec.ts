import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actorOf, appliesToKind, type RegisteredAction } from '@cubit/core/host';
import { invokeAction, WorkspaceTransaction } from '@cubit/records';
import { type CubitError, isCubitError } from '@cubit/core';
import {
  createExamples,
  createTestServer,
  type ExampleRecord,
  type TestClient,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';
import { PRODUCT } from './product.js';

type Json = Readonly<Record<string, unknown>>;
interface Row {
  readonly id: string;
  readonly fields: Json;
}
interface Offered {
  readonly id: string;
  readonly available: boolean;
  readonly reason: string | null;
}

/** Number of copies of each example, and the maximum number of actions for each of them. */
const COPIES = 5;
const STEPS = 5;
const SWEEP_MS = 300_000;
/** Refusals that depend on other records, which the list of available actions does not check. */
const DECIDED_ELSEWHERE: Readonly<Record<string, string>> = {
  'spaces:suggest_bin': 'every bin of the workspace',
  'purchases:reverse_receipt': 'what became of all stock that the receipt brought',
  'inventory:reverse_build_output': 'what became of the output and of its components',
};

let server: TestServer;
let workspace: TestWorkspace;
let client: TestClient;
let made: ReadonlyMap<string, ExampleRecord>;

beforeAll(async () => {
  // Runs in this process: the spec rolls back the transaction of each action.
  server = await createTestServer(PRODUCT);
  workspace = await server.workspace();
  client = server.as(workspace.owner);
  made = await createExamples({ registry: server.kernel.registry, workspace, client });
  for (const example of made.values()) await walk(example);
}, SWEEP_MS);
afterAll(() => server.close());

const pathOf = (kind: string) => `${workspace.path}/modules/${kind.replace(':', '/records/')}`;
const actionsOf = (kind: string) =>
  [...server.kernel.registry.actions.values()].filter(({ definition }) => appliesToKind(definition, kind));
/** A fixed seed, so that a failure can be reproduced. */
let seed = 7;
const below = (limit: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % limit;
};

/** Copies of a record, each brought into its own state by a sequence of actions. */
async function walk({ kind, body }: ExampleRecord): Promise<void> {
  const actions = actionsOf(kind);
  const unique = new Set([server.kernel.registry.kinds.get(kind)?.definition.unique ?? []].flat(2) as string[]);
  const fields = Object.fromEntries(Object.entries(body.fields).filter(([name]) => !unique.has(name)));
  for (let copy = 0; copy < COPIES && actions.length > 0; copy += 1) {
    const { body: record } = await client.post<Row>(pathOf(kind), { fields });
    if (record.id === undefined) return;
    for (let step = below(STEPS); step > 0; step -= 1) {
      const action = actions[below(actions.length)] as RegisteredAction;
      await client.post(`${workspace.path}/modules/${action.id.replace(':', '/actions/')}`, {
        record: { kind, id: record.id },
        input: inputOf(action),
      });
    }
  }
}

/** The example input of the action with ids of existing records and a new cause key. */
function inputOf({ definition: { example, input } }: RegisteredAction): Json {
  const { cause_key: _, ...given } = example.input;
  return filled(given, input) as Json;
}

function filled(value: unknown, schema: unknown): unknown {
  const node = (schema ?? {}) as Json;
  const { kind } = (value ?? {}) as { kind?: string };
  if (typeof value === 'string' && typeof node['x-kind'] === 'string') return made.get(node['x-kind'])?.id ?? value;
  if (Array.isArray(value)) return value.map((item) => filled(item, node['items']));
  if (typeof value !== 'object' || value === null) return value;
  if (kind !== undefined && 'id' in value) return { kind, id: made.get(kind)?.id ?? value.id };
  const properties = (node['properties'] ?? {}) as Json;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, properties[name])]));
}

class RolledBack extends Error {}

/** The error that running the action would give; null if it succeeds. Everything it writes is rolled back. */
async function tryOut(action: RegisteredAction, kind: string, id: string): Promise<CubitError | null> {
  const { services } = server.kernel;
  const bearer = await token();
  const { caller, workspace: access } = await server.kernel.authenticate({
    bearer,
    cookie: null,
    workspaceSlug: workspace.slug,
  });
  try {
    await services.database.transaction(async (tx) => {
      const transaction = new WorkspaceTransaction({ services, tx, workspace: access!, actor: actorOf(caller) });
      await invokeAction(transaction, action.id, { record: { kind, id }, input: inputOf(action) });
      await transaction.flush();
      throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof RolledBack) return null;
    if (isCubitError(error)) return error;
    throw error;
  }
  return null;
}

let minted: Promise<string> | undefined;
const token = () => (minted ??= server.mintToken(workspace.owner));

const isOfState = (error: CubitError) => error.status === 409 && (error.details[0]?.path ?? '/record') === '/record';

describe('the actions of a record', () => {
  it(
    'are available exactly if running them is not refused for the state, with the same reason',
    async () => {
      const faults: string[] = [];
      const seen = { available: 0, refused: new Set<string>() };
      for (const { id: kind } of server.kernel.registry.kinds.values()) {
        const actions = new Map(actionsOf(kind).map((action) => [action.id, action]));
        const { body } = await client.get<{ data: readonly Row[] }>(`${pathOf(kind)}?limit=25`);
        for (const { id, fields } of actions.size > 0 ? body.data : []) {
          const offered = await client.get<{ data: readonly Offered[] }>(`${pathOf(kind)}/${id}/actions`);
          for (const { id: name, available, reason } of offered.body.data) {
            const error = await tryOut(actions.get(name)!, kind, id);
            if (available) seen.available += 1;
            else seen.refused.add(name);
            const isRight = available
              ? error === null || !isOfState(error) || name in DECIDED_ELSEWHERE
              : error?.status === 409 && (error.details[0]?.message ?? error.message) === reason;
            if (!isRight)
              faults.push(`${name} on ${kind} ${JSON.stringify(fields)}: ${reason} / ${error?.code} ${error?.message}`);
          }
        }
      }

      expect(faults).toEqual([]);
      expect(seen.available).toBeGreaterThan(500);
      expect(seen.refused.size).toBeGreaterThan(40);
    },
    SWEEP_MS,
  );
});

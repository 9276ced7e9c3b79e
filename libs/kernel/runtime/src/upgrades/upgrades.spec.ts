import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { Type } from 'typebox';
import {
  computed,
  defineKind,
  defineModule,
  defineUpgrade,
  Field,
  type ModuleDefinition,
  rollup,
  type UpgradeDefinition,
} from '@cubit/core';
import { createKernel } from '../create-kernel.js';

const box = (fields: object = {}) =>
  defineKind({
    id: 'shed:box',
    title: ['Box', 'Boxes'],
    titleField: 'name',
    fields: Type.Object({ name: Field.text(), ...fields }),
  });
const shed = (kind: ReturnType<typeof box>, upgrades: readonly UpgradeDefinition[] = []): ModuleDefinition => ({
  ...defineModule({
    name: 'shed',
    version: '1.0.0',
    contract: '^1.0.0',
    title: 'Shed',
    description: 'For this spec.',
    kinds: [kind],
  }),
  upgrades,
});
const counted = box({
  things: rollup(Field.integer({ default: 0 })),
  sealed: Field.boolean({ default: true }),
  label: Type.Optional(computed(Field.text())),
});

let server: TestServer;
let workspace: TestWorkspace;
const boxes = ({ path }: TestWorkspace = workspace) => `${path}/modules/shed/records/box`;
beforeEach(async () => {
  server = await createTestServer({ modules: [shed(box())] });
  workspace = await server.workspace();
});
afterEach(() => server.close());

/** Restarts the program as a later version, which waits for the end of the earlier one. */
async function startAnew(module: ModuleDefinition): Promise<void> {
  const { database, log } = server;
  await server.kernel.stop();
  const { settings } = server.kernel.services;
  const kernel = await createKernel({ database, log, settings, modules: [module] });
  await kernel.stop();
}

async function addBoxes(count: number, to: TestWorkspace = workspace): Promise<void> {
  const operations = Array.from({ length: count }, (_, index) => ({ op: 'create', fields: { name: `Box ${index}` } }));
  for (let start = 0; start < count; start += 100)
    await server.as(to.owner).post(`${boxes(to)}/batch`, { operations: operations.slice(start, start + 100) });
}

async function stored(): Promise<readonly { fields: Record<string, unknown>; version: number }[]> {
  const { rows } = await server.database.pool.query(`select fields, version from record_shed_box order by id`);
  return rows as never;
}

/** Records what it is given, and fails if `breakAt` returns true. */
function remember(id: string, handed: string[], options: { after?: string[]; breakAt?: () => boolean } = {}) {
  return defineUpgrade({
    id,
    kind: counted,
    after: options.after ?? [],
    run(_context, records) {
      if (options.breakAt?.()) throw new Error('The machine stopped.');
      handed.push(...records.map((record) => `${id} ${record.title}`));
      return Promise.resolve();
    },
  });
}

describe('a field with a default that a later version adds', () => {
  it('is added to all records, including those in the trash, without a new version of them', async () => {
    const owner = server.as(workspace.owner);
    await addBoxes(2);
    const { body } = await owner.post<{ id: string }>(boxes(), { fields: { name: 'Gone' } });
    await owner.delete(`${boxes()}/${body.id}`);
    await startAnew(shed(counted));
    expect(await stored()).toEqual([
      { fields: { name: 'Box 0', things: 0, sealed: true }, version: 1 },
      { fields: { name: 'Box 1', things: 0, sealed: true }, version: 1 },
      { fields: { name: 'Gone', things: 0, sealed: true }, version: 2 },
    ]);
  });

  it('keeps the values that records already have', async () => {
    await addBoxes(1);
    await server.database.pool.query(`update record_shed_box set fields = fields || '{"things": 7}'`);
    await startAnew(shed(counted));
    expect(await stored()).toEqual([{ fields: { name: 'Box 0', things: 7, sealed: true }, version: 1 }]);
  });
});

describe('an upgrade', () => {
  it('gets every record of all workspaces once, even where the module is disabled', async () => {
    const other = await server.workspace();
    await addBoxes(2);
    await addBoxes(1, other);
    await server.as(other.owner).patch(`${other.path}/modules/shed`, { enabled: false });
    const handed: string[] = [];
    const later = shed(counted, [remember('count', handed)]);
    await startAnew(later);
    await startAnew(later);
    expect(handed.toSorted()).toEqual(['count Box 0', 'count Box 0', 'count Box 1']);
  });

  it('with a condition in place of work derives the values of the records that meet it', async () => {
    await addBoxes(2);
    const labelled: typeof counted = {
      ...counted,
      beforeWrite(_context, drafts) {
        for (const draft of drafts) Object.assign(draft.fields, { label: `The ${draft.fields.name}` });
      },
    };
    const label = defineUpgrade({ id: 'label', kind: labelled, isStale: ({ title }) => title === 'Box 1' });
    await startAnew(shed(labelled, [label]));
    expect((await stored()).map(({ fields }) => fields['label'])).toEqual([undefined, 'The Box 1']);
  });

  it('runs after the upgrades that it names, whatever their order in the module', async () => {
    await addBoxes(1);
    const handed: string[] = [];
    await startAnew(shed(counted, [remember('sum', handed, { after: ['shed:count'] }), remember('count', handed)]));
    expect(handed).toEqual(['count Box 0', 'sum Box 0']);
  });

  it('continues where it was interrupted', async () => {
    await addBoxes(700);
    const handed: string[] = [];
    let steps = 0;
    const later = shed(counted, [remember('count', handed, { breakAt: () => (steps += 1) === 2 })]);
    await expect(startAnew(later)).rejects.toThrow('The machine stopped.');
    expect(handed).toHaveLength(500);
    await startAnew(later);
    expect(handed).toHaveLength(700);
    expect(new Set(handed).size).toBe(700);
  });

  it('runs once if several processes start at the same time', async () => {
    await addBoxes(600);
    const handed: string[] = [];
    const later = shed(counted, [remember('count', handed)]);
    await Promise.all([startAnew(later), startAnew(later), startAnew(later)]);
    expect(new Set(handed).size).toBe(600);
    expect(handed).toHaveLength(600);
  });

  it('skips records of its own version', async () => {
    const handed: string[] = [];
    const later = shed(counted, [remember('count', handed)]);
    await startAnew(later);
    await addBoxes(1);
    await startAnew(later);
    expect(handed).toEqual([]);
  });

  it('that depends on itself stops the program at the start', async () => {
    const round = shed(counted, [
      remember('one', [], { after: ['shed:two'] }),
      remember('two', [], { after: ['shed:one'] }),
    ]);
    await expect(startAnew(round)).rejects.toThrow(
      "The upgrades 'shed:one', 'shed:two' depend on each other in a cycle.",
    );
  });
});

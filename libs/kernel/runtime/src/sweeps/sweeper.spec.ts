import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { Type } from 'typebox';
import { computed, defineEvent, defineKind, defineModule, defineSweep, Field } from '@cubit/core';
import { Sweeper } from './sweeper.js';

const HOUR_MS = 3_600_000;
const lapsed = defineEvent({
  name: 'library.loan.lapsed',
  title: 'Loan lapsed',
  payload: Type.Object({ loanId: Field.ref('library:loan') }),
  example: { loanId: '0190a6e2-7c1d-7b3a-9f00-000000000001' },
});
const loan = defineKind({
  id: 'library:loan',
  title: ['Loan', 'Loans'],
  titleField: 'book',
  fields: Type.Object({
    book: Field.text(),
    back_by: Type.Optional(Field.datetime()),
    is_lapsed: computed(Field.boolean({ default: false })),
    lapses_at: Type.Optional(computed(Field.datetime())),
  }),
  beforeWrite(_, drafts) {
    for (const draft of drafts) {
      const { back_by, is_lapsed, lapses_at: _was, ...rest } = draft.fields;
      const waits = back_by !== undefined && !is_lapsed;
      draft.fields = { ...rest, is_lapsed, ...(back_by ? { back_by } : {}), ...(waits ? { lapses_at: back_by } : {}) };
    }
  },
});
const library = defineModule({
  name: 'library',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Library',
  description: 'For a spec.',
  kinds: [loan],
  events: [lapsed],
  settings: Type.Object({ early_hours: Type.Integer({ default: 0 }) }),
  sweeps: [
    defineSweep({
      id: 'lapse',
      kind: loan,
      at: 'lapses_at',
      leadMs: (settings) => Number(settings['early_hours']) * HOUR_MS,
      async run({ records, emit }, loans) {
        // A record that the sweep cannot handle, to test a mistake in a module.
        const swept = loans.filter(({ fields }) => fields.book !== 'Stuck');
        await records.updateMany(
          loan,
          swept.map(({ id }) => ({ id, fields: { is_lapsed: true } })),
        );
        for (const { id } of swept) emit(lapsed, { loanId: id });
      },
    }),
  ],
});

const clock = createClock();
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ modules: [library], now: clock.now });
});
afterAll(() => server.close());

const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();
async function lend({ path, owner }: TestWorkspace, book: string, hours: number): Promise<string> {
  const { body } = await server
    .as(owner)
    .post<{ id: string }>(`${path}/modules/library/records/loan`, { fields: { book, back_by: inHours(hours) } });
  return body.id;
}
async function sweptEvents({ path, owner }: TestWorkspace): Promise<readonly unknown[]> {
  const { body } = await server
    .as(owner)
    .get<{ data: { actor: object; payload: { loanId: string } }[] }>(`${path}/event-log?name=library.loan.lapsed`);
  return body.data.map(({ actor, payload }) => ({ actor, id: payload.loanId }));
}
const system = { type: 'system', id: null, via: { type: 'system', id: null } };

describe('a sweep', () => {
  it('gets the due records of every workspace, once, with the system as actor', async () => {
    const [first, second] = [await server.workspace(), await server.workspace()];
    const overdue = [await lend(first, 'Emma', -1), await lend(second, 'Persuasion', 0)];
    await lend(first, 'Sanditon', 1);
    await server.sweep();
    await server.sweep();
    expect(await sweptEvents(first)).toEqual([{ actor: system, id: overdue[0] }]);
    expect(await sweptEvents(second)).toEqual([{ actor: system, id: overdue[1] }]);
  });

  it('runs as long before the due time as the settings of the workspace say', async () => {
    const [usual, early] = [await server.workspace(), await server.workspace()];
    await server.as(early.owner).patch(`${early.path}/modules/library`, { settings: { early_hours: 5 } });
    await lend(usual, 'Emma', 4);
    const soon = await lend(early, 'Emma', 4);
    await lend(early, 'Sanditon', 6);
    await server.sweep();
    expect(await sweptEvents(usual)).toEqual([]);
    expect(await sweptEvents(early)).toEqual([{ actor: system, id: soon }]);
  });

  it('handles a record once when several processes sweep at the same time', async () => {
    const workspace = await server.workspace();
    const id = await lend(workspace, 'Emma', -1);
    const processes = [1, 2, 3].map(() => new Sweeper({ services: server.kernel.services, onEvents: () => undefined }));
    await Promise.all(processes.map((sweeper) => sweeper.run()));
    expect(await sweptEvents(workspace)).toEqual([{ actor: system, id }]);
  });

  it('handles more records than fit in one transaction', async () => {
    const workspace = await server.workspace();
    const operations = Array.from({ length: 700 }, (_, index) => ({
      op: 'create',
      fields: { book: `Volume ${String(index)}`, back_by: inHours(-1) },
    }));
    await server.as(workspace.owner).post(`${workspace.path}/modules/library/records/loan/batch`, { operations });
    await server.sweep();
    const { body } = await server
      .as(workspace.owner)
      .get<{ total: number }>(`${workspace.path}/modules/library/records/loan?filter=is_lapsed&count=exact&limit=1`);
    expect(body.total).toBe(700);
  });

  it('skips workspaces in which its module is disabled', async () => {
    const workspace = await server.workspace();
    const id = await lend(workspace, 'Emma', -1);
    const switchTo = (enabled: boolean) =>
      server.as(workspace.owner).patch(`${workspace.path}/modules/library`, { enabled });
    await switchTo(false);
    await server.sweep();
    await switchTo(true);
    expect(await sweptEvents(workspace)).toEqual([]);
    await server.sweep();
    expect(await sweptEvents(workspace)).toEqual([{ actor: system, id }]);
  });

  it('that leaves records due is rolled back and retried later, and delays no other workspace', async () => {
    const [stuck, other] = [await server.workspace(), await server.workspace()];
    await lend(stuck, 'Stuck', -2);
    const lent = await lend(stuck, 'Emma', -1);
    const free = await lend(other, 'Emma', -1);
    await server.sweep();
    expect(await sweptEvents(stuck)).toEqual([]);
    expect(await sweptEvents(other)).toEqual([{ actor: system, id: free }]);
    const faults = () => server.log.entries.flatMap(({ level, details }) => (level === 'error' ? [details] : []));
    const message = expect.stringMatching(/^Sweep 'library\.lapse' left 1 of 2 records due/);
    expect(faults()).toMatchObject([{ workspaceId: stuck.id, err: { message } }]);
    await server.sweep();
    expect(faults()).toHaveLength(1);
    clock.advance({ minutes: 6 });
    const token = await server.mintToken(stuck.owner);
    const stuckLoan = await server
      .as(token)
      .get<{ data: { id: string }[] }>(`${stuck.path}/modules/library/records/loan?filter=book == "Stuck"`);
    await server.as(token).delete(`${stuck.path}/modules/library/records/loan/${stuckLoan.body.data[0]?.id ?? ''}`);
    await server.sweep();
    expect(await sweptEvents(stuck)).toEqual([{ actor: system, id: lent }]);
  });
});

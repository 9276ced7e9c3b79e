import { defineKind, type KindHookContext, type RecordChange, type Records } from '@cubit/core';
import { stateFields, stateRecord, type State, type StateKind } from './state.fields.js';

/** Columns of the boards of one write: far more than they have. */
const MAX_STATES = 5_000;

export const state = defineKind({
  id: 'projects:state',
  title: ['State', 'States'],
  description: 'A column of a board. Its group says what the tasks in it are.',
  fields: stateFields,
  titleField: 'name',
  index: ['project', 'rank'],
  unique: [['project', 'name']],
  example: { name: 'In review', group: 'started', color: '#f2a900', rank: 30 },
  async onWrite(context, changes) {
    await keepOneDefault(context, changes);
  },
});

/** The default that was set last; those before it are ordinary columns again. All columns of the board are locked, so that two never stay. */
async function keepOneDefault(
  { records }: KindHookContext,
  changes: readonly RecordChange<StateKind>[],
): Promise<void> {
  const made = changes.filter(
    ({ operation, before, after }) =>
      after.fields.is_default &&
      (operation === 'create' || operation === 'restore' || before?.fields.is_default === false),
  );
  if (made.length === 0) return;
  const latest = new Map(made.map(({ after }) => [after.fields.project, after.id]));
  const boards = [...latest.keys()].flatMap((project) => project ?? []);
  const columns = [
    ...(boards.length > 0 ? await columnsOf(records, { in: boards }) : []),
    ...(latest.has(undefined) ? await columnsOf(records, null) : []),
  ];
  await records.updateMany(
    stateRecord,
    columns
      .filter(({ id, fields: { project, is_default } }) => is_default && latest.get(project) !== id)
      .map(({ id }) => ({ id, fields: { is_default: false } })),
  );
}

function columnsOf(records: Records, project: { readonly in: readonly string[] } | null): Promise<readonly State[]> {
  return records.find(stateRecord, { where: { project }, limit: MAX_STATES, lock: true });
}

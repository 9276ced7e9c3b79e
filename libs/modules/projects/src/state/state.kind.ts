import { defineKind, type KindHookContext, type RecordChange, type Records } from '@cubit/core';
import { stateFields, stateRecord, type State, type StateKind } from './state.fields.js';
import { stateHints } from './state.hints.js';

/** Upper bound for the columns of the boards of one write. */
const MAX_STATES = 5_000;

export const state = defineKind({
  id: 'projects:state',
  title: ['State', 'States'],
  description: 'A column of a board. Its group determines the status of the tasks in it.',
  fields: stateFields,
  titleField: 'name',
  index: ['project', 'rank'],
  unique: [['project', 'name']],
  importing: { identify: [['project', 'name']] },
  ui: stateHints,
  example: { name: 'In review', group: 'started', color: '#f2a900', rank: 30 },
  async onWrite(context, changes) {
    await clearOtherDefaults(context, changes);
  },
});

/** Clears `is_default` of other columns when a column becomes the default. All columns of the board are locked, so that two defaults never remain. */
async function clearOtherDefaults(
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

import { sql } from 'kysely';
import type { Transaction } from '@cubit/database';
import type { ImportResult } from './import-input.js';
import type { WriteContext } from './batch-context.js';

/** Clocks of processes differ by less. */
const CLOCK_SKEW_MS = 60_000;
const TIME_DIGITS = 12;

/** Notifies the user who requested the import that it is done: one notification, whatever the number of rows and of what they caused. */
export async function notifyImporter(
  context: WriteContext,
  tx: Transaction,
  { created, updated, rejected }: ImportResult,
): Promise<void> {
  const { host, workspace, actor, kind } = context;
  if (actor.id === null) return;
  const [one, many] = kind.definition.title;
  const written = created + updated;
  const imported = `${written} ${(written === 1 ? one : many).toLowerCase()} imported`;
  const done =
    rejected === 0 ? `${imported}.` : `${imported}, ${rejected} ${rejected === 1 ? 'row' : 'rows'} rejected.`;
  const transaction = host.enter({ tx, workspace, actor });
  await host.services.notices.send(transaction, {
    message: [done, ...(await notableEvents(context, tx))].join(' '),
    link: `/modules/${kind.module}/records/${kind.local}`,
    priority: rejected === 0 ? 'low' : 'normal',
    recipients: { users: [actor.id] },
  });
}

/** `Stock low: 12.` for every event of the rows that would have notified people. */
async function notableEvents(
  { host, workspace, actor }: WriteContext,
  { db }: Transaction,
): Promise<readonly string[]> {
  const { events } = host.services.registry;
  const names = [...events.values()].flatMap(({ name, definition }) => (definition.notification ? [name] : []));
  const importId = actor.via.id;
  if (names.length === 0 || importId === null) return [];
  const { rows } = await sql<{ name: string; count: number }>`select name, count(*)::int as count from event
    where workspace_id = ${workspace.id} and id >= ${firstIdAround(importId)}::uuid
      and name = any(${names}) and actor->'via'->>'type' = 'import' and actor->'via'->>'id' = ${importId}
    group by name order by name`.execute(db);
  return rows.map(({ name, count }) => `${events.get(name)?.definition.title ?? name}: ${count}.`);
}

/** Below the ids of all events of an import: ids begin with their time in milliseconds. */
function firstIdAround(importId: string): string {
  const ms = Number.parseInt(importId.replaceAll('-', '').slice(0, TIME_DIGITS), 16) - CLOCK_SKEW_MS;
  const time = Math.max(0, ms).toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

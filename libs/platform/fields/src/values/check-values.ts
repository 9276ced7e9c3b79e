import { sql } from 'kysely';
import { NIL } from 'uuid';
import { indexExpression, schemaOfDefinition, type Transaction } from '@cubit/database';
import { pagesOf, validate } from '@cubit/core';
import { type FieldDefinition, typeHolds, type RegisteredKind } from '@cubit/core/host';
import type { KernelServices } from '@cubit/records';
import { isMirrored } from './mirror-references.js';

const ROWS_PER_STEP = 2_000;
const SHOWN = 10;
const SHOWN_TEXT = 60;

/** Result of checking existing values against a definition. */
export interface ValueReport {
  /** Records with a value, including the trash. */
  readonly records: number;
  readonly misfits: number;
  /** Values shared by several records outside the trash. */
  readonly duplicates: number;
  /** Records outside the trash without a value. */
  readonly missing: number;
  readonly examples: readonly { readonly id: string; readonly title: string; readonly message: string }[];
}

/** Which checks to run. Checks that the change cannot affect are skipped. */
export interface Questions {
  readonly fit: boolean;
  readonly unique: boolean;
  readonly required: boolean;
}

interface ValueRow {
  readonly id: string;
  readonly title: string;
  readonly value: unknown;
  readonly live: boolean;
}

interface CheckValues {
  readonly services: KernelServices;
  readonly tx: Transaction;
  readonly workspaceId: string;
  readonly kind: RegisteredKind;
  readonly definition: FieldDefinition;
}

export async function checkValues(check: CheckValues, questions: Questions): Promise<ValueReport> {
  const fit = questions.fit ? await checkFit(check) : { records: 0, misfits: 0, examples: [] };
  const shared = questions.unique ? await sharedValues(check) : { count: 0, examples: [] };
  return {
    records: fit.records,
    misfits: fit.misfits,
    duplicates: shared.count,
    missing: questions.required ? await countMissing(check) : 0,
    examples: [...fit.examples, ...shared.examples].slice(0, SHOWN),
  };
}

async function checkFit(check: CheckValues) {
  const schema = schemaOfDefinition(check.definition);
  const examples: { id: string; title: string; message: string }[] = [];
  let [records, misfits] = [0, 0];
  for await (const rows of pagesOf({ size: ROWS_PER_STEP, read: (last?: ValueRow) => rowsAfter(check, last) })) {
    const known = await targetsOf(check, rows);
    for (const { id, title, value, live } of rows) {
      const [fault] = validate(schema, value);
      const message = fault?.message ?? formFault(check.definition, value) ?? (live ? known.fault(value) : null);
      if (message === null) continue;
      misfits += 1;
      if (examples.length < SHOWN) examples.push({ id, title, message: `${shown(value)} ${message}` });
    }
    records += rows.length;
  }
  return { records, misfits, examples };
}

async function rowsAfter({ tx, workspaceId, kind, definition }: CheckValues, last?: ValueRow) {
  const { rows } = await sql<ValueRow>`select id, title, fields->${definition.name} as value, deleted_at is null as live
    from ${sql.table(kind.partition)} where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)}
      and fields ? ${definition.name} and id > ${last?.id ?? NIL} order by id limit ${sql.lit(ROWS_PER_STEP)}`.execute(
    tx.db,
  );
  return rows;
}

/** Times are stored in one form only, so that they compare as text. */
function formFault({ type }: FieldDefinition, value: unknown): string | null {
  if (!typeHolds(type, 'instant') || new Date(String(value)).toISOString() === value) return null;
  return 'is not a time in UTC with milliseconds.';
}

/** Checks that references and files exist, with one statement per step. */
async function targetsOf({ services, tx, workspaceId, definition }: CheckValues, rows: readonly ValueRow[]) {
  const { type, target_kind: target } = definition;
  if (!isMirrored(definition)) return { fault: () => null };
  const isFile = typeHolds(type, 'file');
  const schema = schemaOfDefinition(definition);
  const live = rows.filter((row) => row.live && validate(schema, row.value).length === 0);
  const ids = [...new Set(live.map(({ value }) => String(value)))];
  const found = await (isFile
    ? services.files.lock(tx, workspaceId, ids)
    : liveRecords({ services, tx, workspaceId, kindId: target ?? '', ids }));
  const what = isFile ? 'file' : (target ?? '');
  return { fault: (value: unknown) => (found.has(String(value)) ? null : `is the id of no ${what}.`) };
}

async function liveRecords({
  services,
  tx,
  workspaceId,
  kindId,
  ids,
}: Pick<CheckValues, 'services' | 'tx' | 'workspaceId'> & {
  readonly kindId: string;
  readonly ids: readonly string[];
}) {
  const kind = services.registry.kinds.get(kindId);
  if (!kind || ids.length === 0) return new Set<string>();
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and id = any(${ids}::uuid[]) and deleted_at is null
    order by id for key share`.execute(tx.db);
  return new Set(rows.map((row) => row.id));
}

async function sharedValues({ tx, workspaceId, kind, definition }: CheckValues) {
  const { rows } = await sql<{ id: string; title: string; value: string; held: number; total: number }>`
    select min(id::text) as id, min(title) as title, value::text as value, count(*) as held, count(*) over () as total from (
      select id, title, ${sql.raw(indexExpression(definition))} as value from ${sql.table(kind.partition)}
      where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and deleted_at is null
    ) held where value is not null group by value having count(*) > 1 limit ${sql.lit(SHOWN)}`.execute(tx.db);
  const examples = rows.map(({ id, title, value, held }) => ({
    id,
    title,
    message: `${shown(value)} is shared by ${held} records.`,
  }));
  return { count: rows[0]?.total ?? 0, examples };
}

async function countMissing({ tx, workspaceId, kind, definition }: CheckValues): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and deleted_at is null and not fields ? ${definition.name}`.execute(
    tx.db,
  );
  return rows[0]?.count ?? 0;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  return text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT)}…` : text;
}

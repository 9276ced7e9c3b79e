import { sql, type Kysely } from 'kysely';
import { validate } from '@cubit/core';
import type { DatabaseSchema } from '@cubit/database';
import { ConversionError, type RegisteredKind } from '@cubit/core/host';
import type { KindDifference } from './kind-difference.js';

const RECORDS_PER_STEP = 500;
const NIL = '00000000-0000-0000-0000-000000000000';

interface Row {
  readonly workspace_id: string;
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Records with the same fault. */
class Affected {
  records = 0;
  readonly workspaces = new Set<string>();
  example = '';

  add({ workspace_id: workspace, id }: Row): void {
    this.records += 1;
    this.workspaces.add(workspace);
    this.example ||= id;
  }

  /** `12 records of 3 workspaces`. */
  get text(): string {
    const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
    return `${many(this.records, 'record')} of ${many(this.workspaces.size, 'workspace')}`;
  }
}

export interface Survey {
  readonly records: number;
  readonly faults: readonly string[];
}

/** Applies the declared changes to every record of the kind in memory, including the trash, and reports what does not fit. */
export async function surveyRecords(
  db: Kysely<DatabaseSchema>,
  kind: RegisteredKind,
  difference: KindDifference,
): Promise<Survey> {
  const faults = new Map<string, Affected>();
  const report = (message: string, row: Row) => {
    const affected = faults.get(message) ?? new Affected();
    affected.add(row);
    faults.set(message, affected);
  };
  let records = 0;
  for await (const row of rowsOf(db, kind)) {
    records += 1;
    for (const message of faultsOf(row, kind, difference)) report(message, row);
  }
  return {
    records,
    faults: [...faults].map(([message, affected]) =>
      message.replace(COUNT, `${affected.text} (such as ${affected.example})`),
    ),
  };
}

/** Where a message has the number of records. */
const COUNT = '<records>';

function faultsOf(row: Row, kind: RegisteredKind, difference: KindDifference): string[] {
  const { transform, checked, incompatible, gone, version } = difference;
  const what = `Kind '${kind.id}'`;
  const faults = [...gone]
    .filter((name) => Object.hasOwn(row.fields, name))
    .map((name) => `${what} no longer has '${name}', a value of ${COUNT}; name it under \`rename\` or \`remove\`.`);
  try {
    const fields = transform.apply(row.fields);
    for (const name of checked) {
      const field = kind.shape.fields.get(name);
      if (!field) continue;
      const value = fields[name];
      if (value === undefined && field.required)
        faults.push(`${what} requires '${name}', which ${COUNT} lack; give it a default or \`fill\`.`);
      if (value === undefined) continue;
      if (incompatible.has(name) || validate(field.schema, value).length > 0)
        faults.push(`${what}: '${name}' of ${COUNT} does not fit version ${version}; declare \`convert\`.`);
    }
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    faults.push(`${what}: ${error.message}, for ${COUNT}; correct the conversion.`);
  }
  return faults;
}

async function* rowsOf(db: Kysely<DatabaseSchema>, kind: RegisteredKind): AsyncGenerator<Row> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass(${kind.partition}) is not null as there`.execute(db);
  if (found[0]?.there !== true) return;
  for (let last: Pick<Row, 'workspace_id' | 'id'> = { workspace_id: NIL, id: NIL }; ;) {
    const { rows } = await sql<Row>`select workspace_id, id, fields from ${sql.table(kind.partition)}
      where kind = ${sql.lit(kind.id)} and (workspace_id, id) > (${last.workspace_id}::uuid, ${last.id}::uuid)
      order by workspace_id, id limit ${sql.lit(RECORDS_PER_STEP)}`.execute(db);
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < RECORDS_PER_STEP) return;
    last = end;
  }
}

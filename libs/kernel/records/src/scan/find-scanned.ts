import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ScannedCode } from '@cubit/barcodes';
import {
  type AnyRecord,
  typeHolds,
  type RecordShape,
  type RegisteredKind,
  type WorkspaceAccess,
} from '@cubit/core/host';
import type { DatabaseSchema } from '@cubit/database';
import { readPrintedCode } from '@cubit/labels';
import { RECORD_COLUMNS_SQL, recordOf, type RecordRow } from '../read/record-row.js';
import { whereClause } from '../read/where.js';
import type { KernelServices } from '../workspace/services.js';

/** Records of one code at most. More have numbers that do not identify. */
export const MAX_SCANNED = 10;

export interface ScannedRecord {
  readonly record: AnyRecord;
  /** The field that has the number; `id` for a printed code; the reference of another found record. */
  readonly matched: string;
  /** Position among what was found: records that match equally well have the same. */
  readonly rank: number;
}

interface ScanSource extends Pick<KernelServices, 'registry'> {
  readonly db: Kysely<DatabaseSchema>;
  readonly workspace: WorkspaceAccess;
}

type FoundRow = RecordRow & { readonly kind: string; readonly matched: string; readonly rank: number };

/** The records that a code names, the best first: by a printed code, else by the fields that kinds declare for scanning. */
export async function findScanned(source: ScanSource, code: ScannedCode): Promise<readonly ScannedRecord[]> {
  const id = code.record ?? readPrintedCode(code.text)?.id;
  const found = await rowsOf(source, id === undefined ? byNumber(source, code.numbers) : byId(source, id));
  const records = new Map<string, ScannedRecord>();
  for (const { kind, matched, rank, ...row } of found)
    if (!records.has(row.id)) records.set(row.id, { record: recordOf(kind, row), matched, rank });
  return [...records.values(), ...(await ownersOf(source, records))].slice(0, MAX_SCANNED);
}

async function rowsOf({ db }: ScanSource, parts: readonly RawBuilder<unknown>[]): Promise<readonly FoundRow[]> {
  if (parts.length === 0) return [];
  const all = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  );
  const { rows } = await sql<FoundRow>`select * from (${all}) found order by rank, id limit ${MAX_SCANNED * 2}`.execute(
    db,
  );
  return rows;
}

function byId(source: ScanSource, id: string): readonly RawBuilder<unknown>[] {
  return kindsIn(source).map(([kind]) =>
    select(source, kind, { matched: 'id', rank: sql`0`, condition: sql`id = ${id}::uuid` }),
  );
}

/** One part of the statement for each field, so that each uses its index. */
function byNumber(source: ScanSource, numbers: readonly string[]): readonly RawBuilder<unknown>[] {
  return kindsIn(source).flatMap(([kind, shape]) =>
    (kind.definition.ui?.scan ?? []).flatMap((name, place) => {
      const field = shape.fields.get(name);
      if (!field) return [];
      return numbers.map((number, index) => {
        const value = typeHolds(field.type, 'data') ? { has: number } : number;
        const condition = whereClause(shape, { [name]: value });
        // The number says more than the order of the fields.
        return select(source, kind, { matched: name, rank: sql`${sql.lit(index * PLACES + place)}`, condition });
      });
    }),
  );
}

/** More than the fields that a kind declares for scanning. */
const PLACES = 100;

interface Selection {
  readonly matched: string;
  readonly rank: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
}

function select({ workspace }: ScanSource, kind: RegisteredKind, { matched, rank, condition }: Selection) {
  return sql`select ${sql.raw(RECORD_COLUMNS_SQL)}, ${sql.lit(kind.id)} as kind, ${sql.lit(matched)} as matched, ${rank} as rank
    from ${sql.table(kind.partition)} where workspace_id = ${workspace.id} and kind = ${sql.lit(kind.id)}
      and deleted_at is null and ${condition} limit ${sql.lit(MAX_SCANNED)}`;
}

function kindsIn({ registry, workspace }: ScanSource): readonly (readonly [RegisteredKind, RecordShape])[] {
  return [...workspace.schema.kinds].flatMap(([id, shape]) => {
    const kind = registry.kinds.get(id);
    return kind ? [[kind, shape] as const] : [];
  });
}

/** The records that the found ones are of: the part of a supplier part. */
async function ownersOf(
  source: ScanSource,
  found: ReadonlyMap<string, ScannedRecord>,
): Promise<readonly ScannedRecord[]> {
  const kinds = new Map(kindsIn(source).map(([kind, shape]) => [kind.id, { kind, shape }]));
  const wanted = [...found.values()].flatMap(({ record, rank }) =>
    (kinds.get(record.kind)?.shape.references ?? []).flatMap((reference) => {
      const id = (record.fields as Readonly<Record<string, unknown>>)[reference.name];
      const owner = kinds.get(reference.kind ?? '')?.kind;
      const isOwner =
        owner?.definition.ui?.scan !== undefined && kinds.get(record.kind)?.shape.fields.get(reference.name)?.required;
      return isOwner === true && typeof id === 'string' && !found.has(id) ? [{ id, owner, rank, reference }] : [];
    }),
  );
  const rows = await rowsOf(
    source,
    wanted.map(({ id, owner, rank, reference }) =>
      select(source, owner, { matched: reference.name, rank: sql`${sql.lit(rank)}`, condition: sql`id = ${id}::uuid` }),
    ),
  );
  const unique = new Map(rows.map((row) => [row.id, row]));
  return [...unique.values()].map(({ kind, matched, rank, ...row }) => ({
    record: recordOf(kind, row),
    matched,
    rank,
  }));
}

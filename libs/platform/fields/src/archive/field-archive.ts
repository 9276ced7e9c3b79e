import { fail, validationFailed } from '@cubit/core';
import { fieldNameFault } from '../definition/field-name.js';
import { type ArchivePart, type ArchiveTarget, occupiedBy } from '@cubit/runtime';
import type { KernelServices } from '@cubit/records';
import type { Jobs } from '@cubit/jobs';
import { draftFaults } from '../definition/draft-faults.js';
import { definitionOf, hasIndex, type FieldRow } from '../definition/field-row.js';
import { enqueueIndex } from '../definition/save-parts.js';
import { MAX_INDEXES } from '../definition/store-field.js';
import { countIndexes } from '../jobs/index-job.js';
import { definitionLine, type FieldLine } from '../routes/field-schemas.js';

interface FieldArchiveOptions {
  readonly services: KernelServices;
  readonly jobs: Jobs;
}

/** Field definitions in the archive of a workspace, including deleted ones, whose values records still have. They get new ids, because index names contain them. */
export function fieldArchive({ services, jobs }: FieldArchiveOptions): ArchivePart<FieldLine> {
  return {
    name: 'fields',
    stage: 'schema',
    row: definitionLine,
    occupied: occupiedBy('field_definition'),
    async *rows({ db, workspaceId, registry, addressesOf }) {
      const definitions = await db
        .selectFrom('field_definition')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy('kind')
        .orderBy('position')
        .orderBy('name')
        .execute();
      const addressOf = await addressesOf(definitions.map((row) => row.created_by));
      for (const row of definitions) {
        const kind = registry.kinds.get(row.kind);
        // Its module is no longer installed, or a field that the module added since hides it.
        if (!kind || fieldNameFault(kind.definition, row.name) !== null) continue;
        const { workspace_id: _, id: __, index_job: ___, purge_job: ____, is_unique: unique, ...line } = row;
        yield {
          ...line,
          unique,
          created_by: addressOf(row.created_by),
          created_at: row.created_at.toISOString(),
          updated_at: row.updated_at.toISOString(),
          deleted_at: row.deleted_at?.toISOString() ?? null,
        };
      }
    },
    async take(target, lines, place) {
      const rows = lines.map((line) => rowOf(target, line, services.newId()));
      const faults = rows.flatMap((row, index) =>
        draftFaults(definitionOf(row), target.schema).map((fault) => ({
          ...fault,
          path: `${place(index)}${fault.path}`,
        })),
      );
      if (faults.length > 0) throw validationFailed(faults);
      await requireRoom(services, rows);
      await target.tx.db
        .insertInto('field_definition')
        .values(rows.map((row) => ({ ...row, default: row.default === null ? null : JSON.stringify(row.default) })))
        .execute();
      for (const row of rows)
        if (row.deleted_at === null && hasIndex(row))
          await enqueueIndex(jobs, target.tx, { row, createdBy: target.importer });
    },
  };
}

type StoredRow = Omit<FieldRow, 'index_ready'>;

function rowOf(target: ArchiveTarget, { unique, ...line }: FieldLine, id: string): StoredRow {
  return {
    ...line,
    workspace_id: target.workspaceId,
    id,
    options: line.options === null ? null : [...line.options],
    default: line.default as StoredRow['default'],
    is_unique: unique,
    index_job: null,
    purge_job: null,
    created_by: target.memberOf(line.created_by),
    created_at: new Date(line.created_at),
    updated_at: new Date(line.updated_at),
    deleted_at: line.deleted_at === null ? null : new Date(line.deleted_at),
  };
}

/** Checks the limit of indexes per kind, over all workspaces. */
async function requireRoom(services: KernelServices, rows: readonly StoredRow[]): Promise<void> {
  const wanted = rows.filter((row) => row.deleted_at === null && hasIndex(row));
  for (const [kindId, group] of Map.groupBy(wanted, ({ kind }) => kind)) {
    const kind = services.registry.kinds.get(kindId);
    if (kind && (await countIndexes(services, kind)) + group.length > MAX_INDEXES)
      throw fail('quota_exceeded', `The instance has no room for ${group.length} more indexes on fields of ${kindId}.`);
  }
}

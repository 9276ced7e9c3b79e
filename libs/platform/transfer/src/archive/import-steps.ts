import { brokenReferences, type WorkspaceTransaction } from '@cubit/records';
import { type ErrorDetail, validate } from '@cubit/core';
import type { ArchivePart, ArchiveTarget } from '@cubit/runtime';
import type { Registry } from '@cubit/core/host';
import type { TSchema } from 'typebox';
import { badArchive, badArchiveAt } from './archive-fault.js';
import type { ArchiveLine } from './archive-lines.js';
import { historyLine, orphanedHistory, importHistory, type HistoryLine } from './history-lines.js';
import { peopleFields } from './people.js';
import { folderOf, recordLine, recordOfLine, type RecordLine } from './record-lines.js';

const SHOWN = 10;

/** Imports one folder of an archive. Steps run in a fixed order; each begins and ends even if it has no file. */
export interface ImportStep {
  readonly folder: string;
  /** Its rows count towards the progress. */
  readonly counted?: boolean;
  begin?(): Promise<void>;
  take(lines: readonly ArchiveLine[]): Promise<void>;
  end?(): Promise<void>;
}

/** State shared by the steps. The schema of the target changes when field definitions are imported. */
export interface ImportStepContext {
  readonly registry: Registry;
  target(): ArchiveTarget;
  transaction(): WorkspaceTransaction;
  /** Counts imported rows, for the result. */
  count(folder: string, rows: number): void;
}

export function partStep(part: ArchivePart, taking: ImportStepContext): ImportStep {
  return {
    folder: part.name,
    begin: async () => part.begin?.(taking.target()),
    async take(lines) {
      requireRows(part.row, lines);
      const rows = lines.map(({ value }) => value as object);
      await part.take(taking.target(), rows, (index) => lines[index]?.place ?? part.name);
      taking.count(part.name, rows.length);
    },
    end: async () => part.finish?.(taking.target()),
  };
}

/** One step per kind. The last one checks that references have targets. */
export function recordSteps(taking: ImportStepContext): readonly ImportStep[] {
  const kinds = [...taking.registry.kinds.values()];
  const steps = kinds.map((kind): ImportStep => {
    const people = peopleFields(kind);
    return {
      folder: folderOf(kind),
      counted: true,
      async take(lines) {
        requireRows(recordLine, lines);
        const target = taking.target();
        const records = lines.map(({ value, place }) => {
          return { record: recordOfLine(target, people, value as RecordLine), prefix: place };
        });
        const transaction = taking.transaction();
        await transaction.adopt(kind, records);
        // Written now, so that memory does not hold the whole archive until the commit.
        await transaction.flush();
        taking.count('records', records.length);
      },
    };
  });
  const check: ImportStep = { folder: '', take: () => Promise.resolve(), end: () => requireReferences(taking) };
  return [...steps, check];
}

export function historyStep(taking: ImportStepContext): ImportStep {
  const { registry } = taking;
  return {
    folder: 'history',
    counted: true,
    async take(lines) {
      requireRows(historyLine, lines);
      const unknown = lines.find(({ value }) => !registry.kinds.has((value as HistoryLine).kind));
      if (unknown) throw badArchive(`${unknown.place}/kind`, 'unknown', 'This instance does not have the kind.');
      const rows = lines.map(({ value }) => value as HistoryLine);
      await importHistory(taking.target(), registry, rows);
      taking.count('history', rows.length);
    },
    async end() {
      const stray = await orphanedHistory(taking.target(), registry);
      if (!stray) return;
      const { kind, record_id: id, version } = stray;
      throw badArchive(
        'history',
        'unknown_reference',
        `It tells of version ${version} of ${kind} ${id}, which the archive does not have.`,
      );
    },
  };
}

async function requireReferences({ registry, target }: ImportStepContext): Promise<void> {
  const { tx, workspaceId } = target();
  const broken = await brokenReferences(tx, { workspaceId, registry, limit: SHOWN });
  if (broken.length === 0) return;
  throw badArchiveAt(
    broken.map((one): ErrorDetail => {
      const kind = registry.kinds.get(one.source_kind);
      return {
        path: `${kind ? folderOf(kind) : one.source_kind}/${one.source_id}/fields/${one.field}`,
        code: 'unknown_reference',
        message: `The archive has no ${one.target_kind} with the id ${one.target_id}, or has it in the trash.`,
      };
    }),
  );
}

function requireRows(schema: TSchema, lines: readonly ArchiveLine[]): void {
  const faults = lines.flatMap(({ value, place }) => validate(schema, value, place));
  if (faults.length > 0) throw badArchiveAt(faults);
}

import { sql } from 'kysely';
import { audit } from '@cubit/access';
import { fail, isCubitError } from '@cubit/core';
import type { Actor } from '@cubit/core/host';
import type { ArchivePart, CapabilityHost } from '@cubit/runtime';
import type { Database, Transaction } from '@cubit/database';
import type { JobContext } from '@cubit/jobs';
import { RolledBack } from '../import/rolled-back.js';
import { deleteChunks, readChunks } from '../source/import-chunks.js';
import { archiveEntries } from './archive-entries.js';
import { accessOfAdmin, archiveParts, contentsOf } from './export-archive.js';
import { ArchiveImporter, type ImportedArchive } from './archive-importer.js';

export const IMPORT_ARCHIVE_JOB = 'transfer:archive_import';
const SHOWN_PEOPLE = 100;
const FIRST_OF_SERVER = 500;

export interface ImportArchiveInput {
  readonly actor: Actor;
  readonly dryRun: boolean;
}

export interface ImportArchiveResult {
  /** Slug of the exported workspace, and the time of the export. */
  readonly from: { readonly workspace: string; readonly created_at: string };
  readonly records: number;
  readonly history: number;
  readonly files: number;
  readonly views: number;
  readonly wires: number;
  /** Addresses of people who are not members here, at most 100. References to them were removed. */
  readonly unknown_people: readonly string[];
}

/** Throws `409 conflict` if the workspace contains data that would conflict with an archive. */
export async function requireEmpty(
  db: Database['db'],
  workspaceId: string,
  parts: readonly ArchivePart[],
): Promise<void> {
  const { rows } = await sql`select 1 from record where workspace_id = ${workspaceId} limit 1`.execute(db);
  const found = rows.length > 0 ? ['records'] : [];
  for (const part of parts) if (await part.occupied(db, workspaceId)) found.push(part.name);
  if (found.length === 0) return;
  throw fail(
    'conflict',
    `An archive is read into an empty workspace alone; this one has ${found.join(', ')} (the trash counts).`,
  );
}

/** Imports an archive in one transaction. If the process is killed, the transaction is rolled back and another process starts again. */
export async function importArchive(
  host: CapabilityHost,
  job: JobContext<ImportArchiveInput>,
  { maxBytes }: { readonly maxBytes: number },
): Promise<ImportArchiveResult> {
  if (job.checkpoint) return job.checkpoint as ImportArchiveResult;
  const { database } = host.services;
  const key = { workspaceId: job.workspaceId, importId: job.id };
  const take = async (tx: Transaction): Promise<ImportArchiveResult> => {
    const workspace = await accessOfAdmin(host, job);
    const parts = archiveParts(host);
    // The transaction is long; a lock or idle timeout must not force it to start again.
    await sql`set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`.execute(tx.db);
    await holdForImport(tx, workspace.id);
    await requireEmpty(tx.db, workspace.id, parts);
    const entries = archiveEntries(readChunks(database.db, key), { maxBytes });
    const { signal } = job;
    const progress = (done: number, total: number) => job.progress(done, total);
    const contents = contentsOf(host);
    const { actor, dryRun } = job.input;
    const taken = await ArchiveImporter.run({ host, parts, contents, workspace, actor, signal, progress }, tx, entries);
    const result = resultOf(taken);
    if (dryRun) throw new Rehearsed(result);
    const target = { from: result.from, records: result.records };
    await audit(tx, { workspaceId: workspace.id, actor, action: 'workspace.imported', target, address: null });
    return result;
  };
  try {
    return await database.transaction(async (tx) => {
      const result = await take(tx);
      await job.hold(tx);
      await deleteChunks(tx.db, key);
      await job.save(tx, result);
      return result;
    });
  } catch (error) {
    if (error instanceof Rehearsed) return concludeRehearsal(job, error.result);
    // A faulty archive is not retried. An import interrupted by a shutdown or an unavailable database is.
    if (isCubitError(error) && error.status < FIRST_OF_SERVER) await deleteChunks(database.db, key);
    throw error;
  }
}

/** Thrown to roll back a dry run; carries its result. */
class Rehearsed extends RolledBack {
  readonly result: ImportArchiveResult;

  constructor(result: ImportArchiveResult) {
    super('The dry run is rolled back.');
    this.result = result;
  }
}

function concludeRehearsal(
  job: JobContext<ImportArchiveInput>,
  result: ImportArchiveResult,
): Promise<ImportArchiveResult> {
  return job.transaction(async (tx) => {
    await deleteChunks(tx.db, { workspaceId: job.workspaceId, importId: job.id });
    await job.save(tx, result);
    return result;
  });
}

/** Serialises imports into one workspace, so that the second sees the data of the first. */
async function holdForImport(tx: Transaction, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`archive ${workspaceId}`}, 0))`.execute(tx.db);
}

function resultOf({ manifest, counts, unknownPeople }: ImportedArchive): ImportArchiveResult {
  const { created_at, workspace } = manifest;
  const count = (folder: string) => counts[folder] ?? 0;
  return {
    from: { workspace: workspace.slug, created_at },
    records: count('records'),
    history: count('history'),
    files: count('files'),
    views: count('views'),
    wires: count('wires'),
    unknown_people: unknownPeople.slice(0, SHOWN_PEOPLE),
  };
}

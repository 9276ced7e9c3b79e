import { sql } from 'kysely';
import {
  audit,
  fail,
  isCubitError,
  type Actor,
  type ArchivePart,
  type CapabilityHost,
  type Database,
  type Transaction,
} from '@cubit/core';
import type { JobContext } from '@cubit/jobs';
import { Undo } from '../import/savepoint.js';
import { dropChunks, readChunks } from '../source/import-chunks.js';
import { archiveEntries } from './archive-entries.js';
import { accessOfAdmin, archiveParts, contentsOf } from './export-archive.js';
import { ArchiveTaking, type Taken } from './take-archive.js';

export const IMPORT_ARCHIVE_JOB = 'transfer:archive_import';
const SHOWN_PEOPLE = 100;
const FIRST_OF_SERVER = 500;

export interface ImportArchiveInput {
  readonly actor: Actor;
  readonly dryRun: boolean;
}

export interface ImportArchiveResult {
  /** Slug of the workspace that it was, and when. */
  readonly from: { readonly workspace: string; readonly created_at: string };
  readonly records: number;
  readonly history: number;
  readonly files: number;
  readonly views: number;
  readonly wires: number;
  /** Addresses of people who are no members here, 100 at most: what named them names nobody now. */
  readonly unknown_people: readonly string[];
}

/** Throws `409 conflict` where the workspace has anything that an archive would run into. */
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

/** Reads an archive into the workspace in one transaction, which a process that is killed takes along: another one begins anew. */
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
    // It lasts, with bytes on their way and checks of all that was written.
    await sql`set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0`.execute(tx.db);
    await holdForImport(tx, workspace.id);
    await requireEmpty(tx.db, workspace.id, parts);
    const entries = archiveEntries(readChunks(database.db, key), { maxBytes });
    const { signal } = job;
    const progress = (done: number, total: number) => job.progress(done, total);
    const contents = contentsOf(host);
    const { actor, dryRun } = job.input;
    const taken = await ArchiveTaking.run({ host, parts, contents, workspace, actor, signal, progress }, tx, entries);
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
      await dropChunks(tx.db, key);
      await job.save(tx, result);
      return result;
    });
  } catch (error) {
    if (error instanceof Rehearsed) return concludeRehearsal(job, error.result);
    // Nobody tries it again as it is. What a process that stops, or a database that is away, broke off is begun anew.
    if (isCubitError(error) && error.status < FIRST_OF_SERVER) await dropChunks(database.db, key);
    throw error;
  }
}

/** Carries the result of a rehearsal out of the transaction that it undoes. */
class Rehearsed extends Undo {
  readonly result: ImportArchiveResult;

  constructor(result: ImportArchiveResult) {
    super('This was a rehearsal.');
    this.result = result;
  }
}

function concludeRehearsal(
  job: JobContext<ImportArchiveInput>,
  result: ImportArchiveResult,
): Promise<ImportArchiveResult> {
  return job.transaction(async (tx) => {
    await dropChunks(tx.db, { workspaceId: job.workspaceId, importId: job.id });
    await job.save(tx, result);
    return result;
  });
}

/** Of two archives that are read into one workspace at once, the second finds what the first has brought. */
async function holdForImport(tx: Transaction, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`archive ${workspaceId}`}, 0))`.execute(tx.db);
}

function resultOf({ manifest, counts, unknownPeople }: Taken): ImportArchiveResult {
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

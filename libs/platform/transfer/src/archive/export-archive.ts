import { sql } from 'kysely';
import { audit } from '@cubit/access';
import { fail } from '@cubit/core';
import type { CapabilityHost } from '@cubit/runtime';
import type { FileContents, SpooledContent } from '@cubit/records';
import { type Actor, roleIncludes, type WorkspaceAccess } from '@cubit/core/host';
import type { JobContext } from '@cubit/jobs';
import { Addresses } from './people.js';
import { numberArchive } from './number-lines.js';
import { writeArchive } from './write-archive.js';

export const EXPORT_ARCHIVE_JOB = 'transfer:archive';
export const ARCHIVE_MEDIA_TYPE = 'application/gzip';

export interface ExportArchiveInput {
  readonly actor: Actor;
}

export interface ExportArchiveResult {
  /** Id of the file. Only admins see it. */
  readonly file: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly records: number;
}

/** The parts of an archive: the number sequences of modules, and what each capability adds. */
export function archiveParts(host: CapabilityHost) {
  return [numberArchive, ...host.archiveParts()];
}

export function contentsOf({ services }: CapabilityHost): FileContents {
  const { contents } = services.files;
  if (contents) return contents;
  throw new Error('This service was assembled without the files capability, so it cannot store archives.');
}

/** The workspace with the current rights of the caller; `403 forbidden` if the caller is no longer an admin. */
export async function accessOfAdmin(
  host: CapabilityHost,
  { workspaceId, createdBy }: Pick<JobContext, 'workspaceId' | 'createdBy'>,
): Promise<WorkspaceAccess & { readonly userId: string }> {
  const workspace = createdBy === null ? null : await host.accessOf(workspaceId, createdBy);
  if (workspace && createdBy !== null && roleIncludes(workspace.role, 'admin'))
    return { ...workspace, userId: createdBy };
  throw fail('forbidden', 'The user who requested it is no longer an admin of this workspace.');
}

/** Writes the whole workspace into one file. An interrupted export starts from the beginning: its snapshot ended with the process. */
export async function exportArchive(
  host: CapabilityHost,
  job: JobContext<ExportArchiveInput>,
): Promise<ExportArchiveResult> {
  if (job.checkpoint) return job.checkpoint as ExportArchiveResult;
  const workspace = await accessOfAdmin(host, job);
  const contents = contentsOf(host);
  const at = host.services.now();
  const { content, records } = await spoolSnapshot(host, job, { contents, at });
  try {
    job.signal.throwIfAborted();
    await contents.store(workspace.id, content);
    const name = `${workspace.slug}-${at.toISOString().slice(0, 10)}.cubit.tar.gz`;
    return await job.transaction(async (tx) => {
      const transaction = host.enter({ tx, workspace, actor: job.input.actor });
      const { id: file } = await contents.keep(transaction, { name, mediaType: ARCHIVE_MEDIA_TYPE }, content);
      const result = { file, name, size: content.size, records };
      await audit(tx, {
        workspaceId: workspace.id,
        actor: job.input.actor,
        action: 'workspace.exported',
        target: { file_id: file, name, sha256: content.sha256 },
        address: null,
      });
      await job.save(tx, result);
      return result;
    });
  } finally {
    await content.release();
  }
}

/** Reads everything in one transaction, so that the archive is a consistent snapshot. It takes no locks that block others. */
async function spoolSnapshot(
  { services, ...host }: CapabilityHost,
  job: JobContext<ExportArchiveInput>,
  { contents, at }: { readonly contents: FileContents; readonly at: Date },
): Promise<{ readonly content: SpooledContent; readonly records: number }> {
  const snapshot = services.database.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (db) => {
    // Copying large files takes longer than the idle timeout of a transaction.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
    const { manifest, bytes } = await writeArchive({
      services,
      parts: archiveParts({ services, ...host }),
      contents,
      source: { db, workspaceId: job.workspaceId, registry: services.registry, addressesOf: new Addresses(db).of },
      at,
      signal: job.signal,
      progress: (done, total) => job.progress(done, total),
    });
    const records = Object.values(manifest.counts.records).reduce((sum, count) => sum + count, 0);
    return { content: await contents.spool(bytes), records };
  });
}

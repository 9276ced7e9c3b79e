import { Type } from 'typebox';
import { actorOf, callerOf, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import type { CapabilityHost } from '@cubit/runtime';
import type { Jobs } from '@cubit/jobs';
import { queuedJob, queuedJobResponse } from '../queued-job.js';
import { deleteChunks, receiveFile } from '../source/import-chunks.js';
import {
  archiveParts,
  EXPORT_ARCHIVE_JOB,
  exportArchive,
  type ExportArchiveInput,
  type ExportArchiveResult,
} from './export-archive.js';
import {
  IMPORT_ARCHIVE_JOB,
  importArchive,
  requireEmpty,
  type ImportArchiveInput,
  type ImportArchiveResult,
} from './import-archive.js';

const TAG = 'Archive';
const PATH = '/api/v1/orgs/{workspace}/archive';

export interface ArchiveOptions {
  readonly host: CapabilityHost;
  readonly jobs: Jobs;
  /** Size limit of an unpacked archive, in bytes. */
  readonly maxBytes: number;
}

/** Routes that export and import a whole workspace as one file. */
export function archiveRoutes(options: ArchiveOptions): readonly RouteDefinition[] {
  const { host, jobs, maxBytes } = options;
  jobs.define<ExportArchiveInput, ExportArchiveResult>(EXPORT_ARCHIVE_JOB, {
    handler: (job) => exportArchive(host, job),
  });
  // A failure would repeat. Killed processes and an unavailable database do not count as attempts.
  jobs.define<ImportArchiveInput, ImportArchiveResult>(IMPORT_ARCHIVE_JOB, {
    maxAttempts: 1,
    handler: (job) => importArchive(host, job, { maxBytes }),
  });
  return [exportRoute(options), importRoute(options)];
}

function exportRoute({ jobs }: ArchiveOptions): RouteDefinition {
  return defineRoute({
    operationId: 'exportWorkspace',
    method: 'POST',
    path: PATH,
    summary: 'Export a whole workspace',
    description:
      'Exports a snapshot into one file: records with the trash and their history, field definitions, tags, views, files, wires, settings of modules and their numbers. ' +
      'People are identified by their email addresses. Members, tokens, channels, integrations, notifications, events and the audit log are excluded: they contain secrets, or belong to this instance. ' +
      "The job's `result` is `{file, name, size, records}`; `GET /files/{file}/content` is the archive, which only admins see. It is deleted like any file without references.",
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    responses: { 202: queuedJobResponse('The job that writes it.') },
    async handler(request) {
      const workspace = workspaceOf(request);
      const caller = callerOf(request);
      const input: ExportArchiveInput = { actor: actorOf(caller) };
      const job = { workspaceId: workspace.id, type: EXPORT_ARCHIVE_JOB, createdBy: caller.user.id };
      return request.transaction(async (tx) => {
        const id = await jobs.enqueue(tx, { ...job, input });
        return queuedJob(workspace, { ...job, id, createdAt: tx.now });
      });
    },
  });
}

function importRoute({ host, jobs, maxBytes }: ArchiveOptions): RouteDefinition {
  const { database, newId, now } = host.services;
  return defineRoute({
    operationId: 'importWorkspace',
    method: 'POST',
    path: `${PATH}/import`,
    summary: 'Import a whole workspace',
    description:
      'Imports an archive into this workspace, which must be empty (`409 conflict`): completely or not at all. Ids, versions, times and the trash are those of the archive; slug, name and members are unchanged. ' +
      'People are found among its members by address, so invite them first: who is none is left out, and `unknown_people` of the result names them. ' +
      'An import triggers nothing: no events, no notifications. Afterwards all wires are paused and belong to the importer: `PATCH /wire-settings` with `{"paused": false}` resumes them. ' +
      "The job's `result` is `{from, records, history, files, views, wires, unknown_people}`; its `error` contains the place in the archive.",
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    query: Type.Object({
      dry_run: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Runs the whole import and rolls it back. The result shows whether it would succeed, and what it would import.',
        }),
      ),
    }),
    body: {
      schema: Type.String(),
      mediaTypes: ['application/gzip', 'application/x-gzip', 'application/octet-stream'],
      maxBytes,
      raw: true,
      description: 'The archive, as exported.',
      example: 'workshop-2026-01-02.cubit.tar.gz',
    },
    responses: { 202: queuedJobResponse('The job that imports it.') },
    errors: ['conflict', 'payload_too_large', 'unsupported_media_type'],
    streaming: true,
    async handler(request) {
      const workspace = workspaceOf(request);
      const caller = callerOf(request);
      const { dry_run: dryRun = false } = request.query;
      // The job checks again; this check gives an immediate answer.
      await requireEmpty(database.db, workspace.id, archiveParts(host));
      const id = newId();
      const file = { workspaceId: workspace.id, importId: id };
      await receiveFile(database.db, file, { body: request.body as unknown as AsyncIterable<Uint8Array>, now });
      try {
        const input: ImportArchiveInput = { actor: actorOf(caller), dryRun };
        const job = { workspaceId: workspace.id, type: IMPORT_ARCHIVE_JOB, id, createdBy: caller.user.id };
        return await request.transaction(async (tx) => {
          await jobs.enqueue(tx, { ...job, input });
          return queuedJob(workspace, { ...job, createdAt: tx.now });
        });
      } catch (error) {
        await deleteChunks(database.db, file);
        throw error;
      }
    },
  });
}

import { Type } from 'typebox';
import {
  actorOf,
  type BodySpec,
  callerOf,
  invalidQuery,
  kindPath,
  type RegisteredKind,
  type RouteDefinition,
  type RouteRequest,
  type WorkspaceAccess,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { routeBase } from '@cubit/records';
import { defineRoute } from '@cubit/database';
import { notFound } from '@cubit/core';
import type { CapabilityHost } from '@cubit/runtime';
import type { Jobs } from '@cubit/jobs';
import { queuedJob, queuedJobResponse } from '../queued-job.js';
import {
  deleteChunks,
  HEAD_BYTES,
  type ImportKey,
  readChunks,
  receiveFile,
  type ReceivedFile,
} from '../source/import-chunks.js';
import type { SourceSettings } from '../source/read-source.js';
import { SOURCE_MEDIA_TYPES } from '../source/media-types.js';
import { Utf8Census } from '../source/utf8-census.js';
import { readingOf } from './detect-reading.js';
import { detectSource, type FileHead, isReadWhole, MAX_WHOLE_BYTES, readHead } from './detect-source.js';
import { exampleFile } from './example-file.js';
import { IMPORT_JOB, type ImportInput } from './import-input.js';
import { nodeOf, type ImportNode } from './import-node.js';
import { planImport } from './plan-import.js';
import { queryOf, type ImportQuery } from './import-query.js';
import { fileNameOf } from './file-name.js';
import { previewOf, previewSchema } from './preview.js';
import type { Reading } from './reading.js';
import type { Mapping } from './row-targets.js';

export interface ImportContext {
  readonly host: CapabilityHost;
  readonly jobs: Jobs;
  readonly maxBytes: number;
}

const DESCRIPTION =
  'The body is the file, and `Content-Type` is its type: CSV, an Excel workbook (.xlsx), JSON, lines of JSON or XML. CSV may have any separator, quoting, line break and encoding: which are detected unless they are given. ' +
  'Without `mapping`, columns are matched by name and an unknown one is an error; with it, other columns are ignored. ' +
  'References are ids or readable keys: a path (`Resistors/SMD`), a title, the value of a unique field, the address of a member. ' +
  'Rows whose `id` or `key` matches a record update it, others create records. The answer is a job; its `result` is `{rows, created, updated, unchanged, skipped, not_fitted, excluded, rejected, values, encoding, reading, columns, rejects, rejected_rows, records, ignored, warnings}`, ' +
  'where `rejects` is the id of a file of the rejected rows, each with its reasons, and `rejected_rows` has the first hundred as `{row, details}`, with `details` as in an error. Valid rows are imported.';

const bodyOf = (kind: RegisteredKind, maxBytes: number): BodySpec => ({
  schema: Type.String(),
  mediaTypes: SOURCE_MEDIA_TYPES,
  maxBytes,
  raw: true,
  description: 'The file.',
  example: exampleFile(kind) ?? 'id\r\n',
});

export function importRoutes(context: ImportContext, kind: RegisteredKind): readonly RouteDefinition[] {
  return [importRoute(context, kind), previewRoute(context, kind)];
}

function importRoute({ host, jobs, maxBytes }: ImportContext, kind: RegisteredKind): RouteDefinition {
  const { singular: _, plural, ...base } = routeBase({ kind }, 'import', 'member');
  const { database, newId, now } = host.services;
  return defineRoute({
    ...base,
    method: 'POST',
    path: `${kindPath(kind)}/import`,
    summary: `Import ${plural}`,
    description: DESCRIPTION,
    params: workspaceParams,
    query: queryOf(kind),
    body: bodyOf(kind, maxBytes),
    responses: { 202: queuedJobResponse('The job that imports it.') },
    errors: ['invalid_query', 'invalid_json', 'payload_too_large', 'unsupported_media_type', 'validation_failed'],
    streaming: true,
    async handler(request) {
      const workspace = workspaceOf(request);
      const caller = callerOf(request);
      const id = newId();
      const file = { workspaceId: workspace.id, importId: id };
      const received = await receiveFile(database.db, file, { body: request.body as AsyncIterable<Uint8Array>, now });
      try {
        const input = await inputOf(host, request, { kind, received, workspace, key: file });
        const createdBy = caller.user.id;
        const createdAt = await request.transaction(async (tx) => {
          await jobs.enqueue(tx, {
            workspaceId: workspace.id,
            type: IMPORT_JOB,
            input: { ...input, actor: actorOf(caller) } satisfies ImportInput,
            id,
            createdBy,
          });
          return tx.now;
        });
        return queuedJob(workspace, { id, type: IMPORT_JOB, createdBy, createdAt });
      } catch (error) {
        await deleteChunks(database.db, file);
        throw error;
      }
    },
  });
}

interface ReceivedImport {
  readonly kind: RegisteredKind;
  readonly received: ReceivedFile;
  readonly workspace: WorkspaceAccess;
  readonly key: ImportKey;
}

async function inputOf(
  host: CapabilityHost,
  request: Pick<RouteRequest, 'query' | 'headers'>,
  { kind, received, workspace, key }: ReceivedImport,
): Promise<Omit<ImportInput, 'actor'>> {
  const query = request.query as ImportQuery & Readonly<Record<string, unknown>>;
  const settings = detectSource(received, request.headers.contentType, query);
  const given = givenMapping(query);
  const isWhole = received.size <= received.head.length;
  const file =
    !isWhole && received.size <= MAX_WHOLE_BYTES && isReadWhole(received.head)
      ? { head: await allOf(readChunks(host.services.database.db, key)), size: received.size }
      : received;
  const { node, head } = await openHead(host, workspace, { kind, file, settings, given, query });
  const plan = planImport(node, {
    head,
    given,
    query,
    name: fileNameOf(request.headers.all['content-disposition']),
    kinds: host.services.registry.kinds,
  });
  const { currency } = workspace.schema.settingsOf(kind.module);
  const fallbackCurrency = typeof currency === 'string' ? currency : null;
  return { ...settings, ...plan, reading: node.reading, fallbackCurrency, kind: kind.id };
}

interface HeadOptions {
  readonly kind: RegisteredKind;
  readonly file: Pick<ReceivedFile, 'head' | 'size'>;
  readonly settings: SourceSettings;
  /** The mapping of the request; null: none, or `auto`. */
  readonly given: Mapping | null;
  readonly query: ImportQuery;
}

/** The beginning of a file, and the kind as the file is to be read. */
async function openHead(
  { services: { registry } }: CapabilityHost,
  { schema }: WorkspaceAccess,
  { kind, file, settings, given, query: { reading, path } }: HeadOptions,
): Promise<{ readonly node: ImportNode; readonly head: FileHead }> {
  const nodeAs = (as: Reading) => {
    const node = nodeOf({ registry, schema, reading: as }, kind.id);
    if (!node) throw notFound(`Kind '${kind.id}'`);
    return node;
  };
  const node = nodeAs(reading ?? 'foreign');
  const head = await readHead(file, settings, { node, mapping: given, path: path ?? null });
  const found = reading ?? readingOf(node.shape, { ...head, given });
  return { node: found === 'exact' ? nodeAs('exact') : node, head };
}

function previewRoute({ host }: ImportContext, kind: RegisteredKind): RouteDefinition {
  const { singular: _, plural, ...base } = routeBase({ kind }, 'previewImportOf', 'member');
  return defineRoute({
    ...base,
    method: 'POST',
    path: `${kindPath(kind)}/import/preview`,
    summary: `Propose how to import ${plural}`,
    description:
      'Reads the beginning of a file and proposes a mapping of its columns, with the parameters of the import. Nothing is stored; the first megabyte is enough.',
    params: workspaceParams,
    query: queryOf(kind),
    body: bodyOf(kind, Number.MAX_SAFE_INTEGER),
    responses: { 200: { description: 'The detected format and the proposed mapping.', schema: previewSchema } },
    errors: ['invalid_query', 'invalid_json', 'unsupported_media_type', 'validation_failed'],
    streaming: true,
    async handler(request: RouteRequest) {
      const file = await beginningOf(request.body as AsyncIterable<Uint8Array>);
      const query = request.query as ImportQuery & Readonly<Record<string, unknown>>;
      const settings = detectSource(file, request.headers.contentType, query);
      const given = givenMapping(query);
      const { node, head } = await openHead(host, workspaceOf(request), { kind, file, settings, given, query });
      const name = fileNameOf(request.headers.all['content-disposition']);
      const { kinds } = host.services.registry;
      return { status: 200, body: previewOf(node, { head, settings, given, query, name, kinds }) };
    },
  });
}

async function beginningOf(body: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    parts.push(chunk);
    size += chunk.length;
    if (size > limitOf(parts[0])) break;
  }
  const head = Buffer.concat(parts).subarray(0, limitOf(parts[0]));
  const census = new Utf8Census();
  census.see(head);
  // The beginning may end within a character.
  return { head, size, utf8: size > head.length ? census.signs() : census.end() };
}

function limitOf(first: Uint8Array | undefined): number {
  return first && isReadWhole(first) ? MAX_WHOLE_BYTES : HEAD_BYTES;
}

async function allOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** The mapping that a request names; null: none, or the proposal. */
function givenMapping({ mapping }: ImportQuery): Mapping | null {
  return mapping === 'auto' ? null : mappingOf(mapping);
}

function mappingOf(text: string | undefined): Mapping | null {
  if (text === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidQuery('mapping', 'it is not JSON.');
  }
  const isMapping =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((target) => target === null || typeof target === 'string');
  if (!isMapping) throw invalidQuery('mapping', 'it must be an object of column names to names of fields.');
  return value as Mapping;
}

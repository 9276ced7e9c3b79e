import { Type } from 'typebox';
import {
  actorOf,
  type BodySpec,
  callerOf,
  invalidQuery,
  type RecordShape,
  type RegisteredKind,
  type RouteDefinition,
  type RouteRequest,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { basePath, routeBase, shapeIn } from '@cubit/records';
import { defineRoute } from '@cubit/database';
import { suggestName } from '@cubit/expressions';
import type { CapabilityHost } from '@cubit/runtime';
import type { Jobs } from '@cubit/jobs';
import { queuedJob, queuedJobResponse } from '../queued-job.js';
import { deleteChunks, HEAD_BYTES, receiveFile } from '../source/import-chunks.js';
import { SOURCE_MEDIA_TYPES } from '../source/media-types.js';
import { detectSource, importQuery, readHead, type ImportQuery } from './detect-source.js';
import { exampleFile } from './example-file.js';
import { IMPORT_JOB, type ImportInput } from './import-input.js';
import { isKey } from './match-rows.js';
import { DECIMAL_MARKS, type DecimalMark } from '../table/cell.js';
import { proposeMapping } from './propose-mapping.js';
import { missingColumns, rowTargets, type Mapping } from './row-targets.js';
import { badFile } from '../source/bad-file.js';

export interface ImportContext {
  readonly host: CapabilityHost;
  readonly jobs: Jobs;
  readonly maxBytes: number;
}

const DESCRIPTION =
  'The body is the file, and `Content-Type` says what it is. CSV may have any separator, quoting, line break and encoding: what is not named is guessed. ' +
  'Without `mapping`, columns are matched by name and an unknown one is an error; with it, columns that it does not name are left out. ' +
  'References are ids or readable keys: a path (`Resistors/SMD`), a title, the value of a unique field, the address of a member. ' +
  'Rows whose `id` or `key` is of a record change it, others make new ones. The answer is a job; its `result` is `{created, updated, rejected, rejects}`, ' +
  'where `rejects` is the id of a file of the rows that were not taken, each with its reasons. Good rows are kept.';

const bodyOf = (kind: RegisteredKind, maxBytes: number): BodySpec => ({
  schema: Type.String(),
  mediaTypes: SOURCE_MEDIA_TYPES,
  maxBytes,
  raw: true,
  description: 'The file.',
  example: exampleFile(kind) ?? 'id\r\n',
});

export function importRoutes(context: ImportContext, kind: RegisteredKind): readonly RouteDefinition[] {
  return [importRoute(context, kind), previewRoute(kind)];
}

function importRoute({ host, jobs, maxBytes }: ImportContext, kind: RegisteredKind): RouteDefinition {
  const { singular: _, plural, ...base } = routeBase({ kind }, 'import', 'member');
  const { database, newId, now } = host.services;
  return defineRoute({
    ...base,
    method: 'POST',
    path: `${basePath(kind)}/import`,
    summary: `Import ${plural}`,
    description: DESCRIPTION,
    params: workspaceParams,
    query: Type.Object({
      ...importQuery,
      decimal: Type.Optional(
        Type.Unsafe<DecimalMark>({
          type: 'string',
          enum: [...DECIMAL_MARKS],
          default: '.',
          description: 'Decimal separator in a CSV file: with `,` a number may be `1234,5` or `1.234,5`.',
        }),
      ),
      mapping: Type.Optional(
        Type.String({
          maxLength: 20_000,
          description: 'JSON: column of the file to field, `id`, `tags` or `<reference>.key`.',
          examples: ['{"Part name":"name"}'],
        }),
      ),
      key: Type.Optional(
        Type.String({
          maxLength: 100,
          description:
            'The field by which records are found that a row changes. Default: `id`, where the file has one.',
        }),
      ),
      dry_run: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Runs the whole import and rolls it back. The result tells what it would do.',
        }),
      ),
    }),
    body: bodyOf(kind, maxBytes),
    responses: { 202: queuedJobResponse('The job that imports it.') },
    errors: ['invalid_query', 'invalid_json', 'payload_too_large', 'unsupported_media_type', 'validation_failed'],
    streaming: true,
    async handler(request) {
      const workspace = workspaceOf(request);
      const caller = callerOf(request);
      const query = request.query as ImportQuery;
      const shape = shapeIn(workspace.schema, kind);
      const mapping = mappingOf(query.mapping);
      const id = newId();
      const file = { workspaceId: workspace.id, importId: id };
      const received = await receiveFile(database.db, file, { body: request.body as AsyncIterable<Uint8Array>, now });
      try {
        const settings = detectSource(received, request.headers.contentType, query);
        const { header } = await readHead(received, settings);
        const key = keyFor(shape, { header, mapping, key: query.key });
        const input: ImportInput = {
          ...settings,
          kind: kind.id,
          mapping,
          key,
          decimal: query.decimal ?? '.',
          dryRun: query.dry_run ?? false,
          actor: actorOf(caller),
        };
        const createdBy = caller.user.id;
        const createdAt = await request.transaction(async (tx) => {
          await jobs.enqueue(tx, { workspaceId: workspace.id, type: IMPORT_JOB, input, id, createdBy });
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

const previewSchema = Type.Object(
  {
    format: Type.String({ examples: ['csv'] }),
    encoding: Type.String({ examples: ['utf-8'] }),
    separator: Type.Union([Type.String(), Type.Null()]),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        field: Type.Union([Type.String(), Type.Null()], {
          description: 'The proposed target; null: the column is ignored.',
        }),
        samples: Type.Array(Type.String(), { description: 'The first few values.' }),
      }),
    ),
    mapping: Type.Unsafe<Mapping>({ type: 'object', description: 'The proposal, as `mapping` takes it.' }),
    key: Type.Union([Type.String(), Type.Null()], {
      description: 'The proposed `key`; null: every row creates a record.',
    }),
  },
  { title: 'ImportPreview' },
);

const SAMPLES = 3;
const SAMPLE_LENGTH = 200;

function previewRoute(kind: RegisteredKind): RouteDefinition {
  const { singular: _, plural, ...base } = routeBase({ kind }, 'previewImportOf', 'member');
  return defineRoute({
    ...base,
    method: 'POST',
    path: `${basePath(kind)}/import/preview`,
    summary: `Propose how to import ${plural}`,
    description:
      'Looks at the beginning of a file and proposes a mapping of its columns. Nothing is kept; the first megabyte is enough.',
    params: workspaceParams,
    query: Type.Object(importQuery),
    body: bodyOf(kind, Number.MAX_SAFE_INTEGER),
    responses: { 200: { description: 'The detected format and the proposed mapping.', schema: previewSchema } },
    errors: ['invalid_query', 'invalid_json', 'unsupported_media_type', 'validation_failed'],
    streaming: true,
    async handler(request: RouteRequest) {
      const shape = shapeIn(workspaceOf(request).schema, kind);
      const received = await beginningOf(request.body as AsyncIterable<Uint8Array>);
      const settings = detectSource(received, request.headers.contentType, request.query as ImportQuery);
      const { header, samples } = await readHead(received, settings, { shape, samples: SAMPLES });
      const names = header ?? [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
      const proposal = proposeMapping(shape, names, samples);
      const mapping = Object.fromEntries([...proposal].filter(([, field]) => field !== null));
      const targets = new Set(proposal.values());
      const unique = (kind.definition.unique ?? []).find((name) => typeof name === 'string' && targets.has(name));
      return {
        status: 200,
        body: {
          format: settings.format,
          encoding: settings.encoding,
          separator: settings.format === 'csv' ? settings.separator : null,
          columns: names.map((name) => ({
            name,
            field: proposal.get(name) ?? null,
            samples: samples.map((sample) => (sample[name] ?? '').slice(0, SAMPLE_LENGTH)),
          })),
          mapping,
          key: targets.has('id') ? 'id' : typeof unique === 'string' ? unique : null,
        },
      };
    },
  });
}

async function beginningOf(body: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    parts.push(chunk);
    size += chunk.length;
    if (size > HEAD_BYTES) break;
  }
  const head = Buffer.concat(parts).subarray(0, HEAD_BYTES);
  return { head, size, utf8: isUtf8Beginning(head) };
}

/** The beginning may end within a character. */
function isUtf8Beginning(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    // A fatal decoder only throws `TypeError`.
    return false;
  }
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

/** Checks the columns; returns the key by which rows find their records. */
function keyFor(
  shape: RecordShape,
  {
    header,
    mapping,
    key,
  }: { readonly header: readonly string[] | null; readonly mapping: Mapping | null; readonly key: string | undefined },
): string | null {
  const targets = rowTargets(shape, { header, mapping });
  const given = new Set(targets.columns.map((column) => column?.name));
  if (key !== undefined && key !== 'id') {
    const field = shape.fields.get(key);
    if (!field) throw invalidQuery('key', `there is no field '${key}'.${suggestName(key, shape.fields.keys())}`);
    if (!isKey(field) || field.readOnly)
      throw invalidQuery('key', `records cannot be told by '${key}' (${field.type}).`);
  }
  if (key !== undefined && header && !given.has(key))
    throw invalidQuery('key', `no column of the file gives '${key}'.`);
  const chosen = key ?? (!header || given.has('id') ? 'id' : null);
  const missing = header && chosen === null ? missingColumns(shape, targets) : [];
  if (missing.length > 0) {
    const title = shape.kind.title[0].toLowerCase();
    throw badFile(`The file has no column for ${missing.join(', ')}, which a new ${title} must have.`, 'required');
  }
  return chosen;
}

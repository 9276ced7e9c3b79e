import { dereference, type OpenApiDocument, type OpenApiOperation } from './openapi-document.js';
import { sampleValue } from './sample-value.js';
import { validateAnswer } from './validate-answer.js';

/** The result of driving the operations of a document. */
export interface DriveResult {
  /** Status of each operation, by its id. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Every response that differs from the document. */
  readonly faults: readonly string[];
}

export interface DriveOptions {
  /** Address of the server. */
  readonly address: string;
  /** Slug of the workspace that the document is of. */
  readonly workspace: string;
  readonly token: string;
}

const UNKNOWN_ID = '0190a6e2-7c1d-7b3a-9f00-00000000ffff';
const TURN = ['post', 'get', 'put', 'patch', 'delete'];

/**
 * Sends every operation of the document once, with the document's examples, and validates each response. Ids of created records
 * are used in later operations; operations that delete come last.
 */
export async function driveOperations(document: OpenApiDocument, options: DriveOptions): Promise<DriveResult> {
  const statuses = new Map<string, number>();
  const faults: string[] = [];
  const made = new Map<string, string>();
  for (const { method, operation, template } of inDrivingOrder(document)) {
    const path = fillPath(template, options.workspace, made);
    const answer = await send(document, { method, operation, path, made }, options);
    statuses.set(operation.operationId, answer.status);
    faults.push(...validateAnswer(document, answer));
    if (method === 'post' && answer.status === 201 && hasId(answer.body)) made.set(template, answer.body.id);
  }
  return { statuses, faults };
}

function inDrivingOrder({ paths }: OpenApiDocument) {
  const operations = Object.entries(paths).flatMap(([template, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => ({ method, operation, template })),
  );
  const depth = (template: string) => template.split('/').length;
  // Signing out comes last, because every later request would fail.
  const endsSession = ({ method, template }: { method: string; template: string }) =>
    Number(method === 'delete' && template.startsWith('/api/v1/me'));
  return operations.sort(
    (a, b) =>
      TURN.indexOf(a.method) - TURN.indexOf(b.method) ||
      endsSession(a) - endsSession(b) ||
      (a.method === 'delete' ? depth(b.template) - depth(a.template) : depth(a.template) - depth(b.template)),
  );
}

function fillPath(template: string, workspace: string, made: ReadonlyMap<string, string>): string {
  const segments = template.split('/');
  const filled = segments.map((segment, index) => {
    if (!segment.startsWith('{')) return segment;
    return segment === '{workspace}' ? workspace : (made.get(segments.slice(0, index).join('/')) ?? UNKNOWN_ID);
  });
  return filled.join('/');
}

interface Call {
  readonly method: string;
  readonly operation: OpenApiOperation;
  readonly path: string;
  readonly made: ReadonlyMap<string, string>;
}

async function send(
  document: OpenApiDocument,
  { method, operation, path, made }: Call,
  { address, token }: DriveOptions,
) {
  const [mediaType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const value = withMadeRecord(
    media?.example ?? (media?.schema ? sampleValue(document, media.schema) : undefined),
    made,
  );
  const hangUp = new AbortController();
  const reply = await fetch(`${address}${path}${queryOf(document, operation)}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${token}`, ...(mediaType === undefined ? {} : { 'content-type': mediaType }) },
    ...(mediaType === undefined ? {} : { body: /\bjson\b/.test(mediaType) ? JSON.stringify(value) : String(value) }),
    signal: hangUp.signal,
  });
  const headers = Object.fromEntries(reply.headers);
  const isStream = reply.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? '' : await reply.text();
  if (isStream) hangUp.abort();
  const body: unknown = /\bjson\b/.test(headers['content-type'] ?? '')
    ? JSON.parse(text)
    : text === ''
      ? undefined
      : text;
  return { method, path, status: reply.status, headers, body };
}

/** Replaces the record id in the example of an action with that of an existing record. */
function withMadeRecord(value: unknown, made: ReadonlyMap<string, string>): unknown {
  const record = (value as { readonly record?: { readonly kind?: string } | null } | null | undefined)?.record;
  if (typeof record?.kind !== 'string') return value;
  const place = `/modules/${record.kind.replace(':', '/records/')}`;
  const [, id = UNKNOWN_ID] = [...made].find(([template]) => template.endsWith(place)) ?? [];
  return { ...(value as object), record: { kind: record.kind, id } };
}

/** Only required parameters. */
function queryOf(document: OpenApiDocument, { parameters = [] }: OpenApiOperation): string {
  const required = parameters
    .map((parameter) => dereference(document, parameter))
    .filter((parameter) => parameter['in'] === 'query' && parameter['required'] === true);
  const pairs = required.map((parameter): [string, string] => [
    String(parameter['name']),
    String(sampleValue(document, parameter['schema'] as Record<string, unknown>)),
  ]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

function hasId(body: unknown): body is { readonly id: string } {
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string';
}

import { dereference, type OpenApiDocument, type OpenApiOperation } from './openapi-document.js';
import { sampleValue } from './sample-value.js';
import { validateAnswer } from './validate-answer.js';

/** What the driven operations of a document gave. */
export interface Drive {
  /** Status of each operation, by its id. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Everything that was not as documented. */
  readonly faults: readonly string[];
}

export interface DriveOptions {
  /** Where the server listens. */
  readonly address: string;
  /** Slug of the workspace that the document is of. */
  readonly workspace: string;
  readonly token: string;
}

const UNKNOWN_ID = '0190a6e2-7c1d-7b3a-9f00-00000000ffff';
const TURN = ['post', 'get', 'put', 'patch', 'delete'];

/**
 * Sends every operation of the document once, with the document's own examples, and holds each answer against the document. Ids of
 * what was made are used by the operations on it; operations that take things away come last, outermost last of all.
 */
export async function driveOperations(document: OpenApiDocument, options: DriveOptions): Promise<Drive> {
  const statuses = new Map<string, number>();
  const faults: string[] = [];
  const made = new Map<string, string>();
  for (const { method, operation, template } of inTurn(document)) {
    const path = fillPath(template, options.workspace, made);
    const answer = await send(document, { method, operation, path, made }, options);
    statuses.set(operation.operationId, answer.status);
    faults.push(...validateAnswer(document, answer));
    if (method === 'post' && answer.status === 201 && hasId(answer.body)) made.set(template, answer.body.id);
  }
  return { statuses, faults };
}

function inTurn({ paths }: OpenApiDocument) {
  const operations = Object.entries(paths).flatMap(([template, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => ({ method, operation, template })),
  );
  const depth = (template: string) => template.split('/').length;
  // Whoever signs out first can do nothing after.
  const endsAll = ({ method, template }: { method: string; template: string }) =>
    Number(method === 'delete' && template.startsWith('/api/v1/me'));
  return operations.sort(
    (a, b) =>
      TURN.indexOf(a.method) - TURN.indexOf(b.method) ||
      endsAll(a) - endsAll(b) ||
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

/** An action's example names a record that nobody made: one that was takes its place. */
function withMadeRecord(value: unknown, made: ReadonlyMap<string, string>): unknown {
  const record = (value as { readonly record?: { readonly kind?: string } | null } | null | undefined)?.record;
  if (typeof record?.kind !== 'string') return value;
  const place = `/modules/${record.kind.replace(':', '/records/')}`;
  const [, id = UNKNOWN_ID] = [...made].find(([template]) => template.endsWith(place)) ?? [];
  return { ...(value as object), record: { kind: record.kind, id } };
}

/** Only what is required: the operation's plainest form. */
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

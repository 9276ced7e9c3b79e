import type { IncomingMessage } from 'node:http';
import type { TSchema } from 'typebox';
import { fail } from '@cubit/core';
import { assertValid, parseJson, type RouteDefinition, type WorkspaceSchema } from '@cubit/core/host';
import type { Exchange } from '../exchange.js';
import { acceptsMediaType, readMediaType } from './media-type.js';
import { hasBody, readBody, streamBody } from './read-body.js';
import { readHeaders } from './served-request.js';

export interface ReadBody {
  /** The value passed to the handler. */
  readonly value: unknown;
  /** The body as received; empty if the route has no body or reads it as a stream. */
  readonly bytes: Uint8Array;
  /** Identifies the body: `bytes`, or the digest of a stream. */
  readonly digest: Uint8Array;
  /** Called when the request has ended. */
  release?(): Promise<void>;
}

export type BodyReader = (exchange: Exchange) => Promise<ReadBody>;

export interface BodyDefaults {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

const MAX_DEPTH = 64;
const JSON_TYPE = 'application/json';
const MERGE_PATCH_TYPE = 'application/merge-patch+json';
const NO_BYTES = new Uint8Array();
const NO_BODY = Promise.resolve({ value: undefined, bytes: NO_BYTES, digest: NO_BYTES });

/** Created once per route. A route without a body ignores the body of a request. */
export function bodyReader({ method, body, streaming }: RouteDefinition, defaults: BodyDefaults): BodyReader {
  if (!body) return () => NO_BODY;
  const mediaTypes = body.mediaTypes ?? (method === 'PATCH' ? [MERGE_PATCH_TYPE, JSON_TYPE] : [JSON_TYPE]);
  const maxBytes = body.maxBytes ?? defaults.maxBytes;
  const schemaIn = schemaReader(body.schema);
  const isText = body.raw !== true;
  const limits = { maxBytes, timeoutMs: defaults.timeoutMs };
  return async (exchange) => {
    const { req, workspace } = exchange;
    checkMediaType(req, mediaTypes, isText);
    if (!isText && streaming === true) {
      const stream = streamBody(req, limits);
      const { receive } = body;
      if (!receive) return { value: stream, bytes: NO_BYTES, digest: NO_BYTES };
      return { ...(await receive(stream, { headers: readHeaders(exchange), workspace })), bytes: NO_BYTES };
    }
    const bytes = await readBody(req, limits);
    if (!isText) return { value: bytes, bytes, digest: bytes };
    // A request that states a type has a body, and an empty one is no JSON.
    const isAbsent = body.optional === true && bytes.length === 0 && req.headers['content-type'] === undefined;
    const value = isAbsent ? {} : parseJson(bytes, body.maxDepth ?? MAX_DEPTH);
    assertValid(schemaIn(workspace?.schema ?? null), value);
    return { value, bytes, digest: bytes };
  };
}

function checkMediaType(req: IncomingMessage, accepted: readonly string[], isText: boolean): void {
  const { 'content-type': header, 'content-encoding': encoding } = req.headers;
  if (encoding !== undefined && encoding !== 'identity')
    throw fail('unsupported_media_type', 'The body must not have a Content-Encoding.');
  // An empty body without a media type is reported as empty, not as an unsupported type.
  if (header === undefined && !hasBody(req)) return;
  const type = header === undefined ? null : readMediaType(header);
  if (!type || !acceptsMediaType(accepted, type.essence)) {
    if (type === null && header === undefined && accepted.includes('*/*')) return;
    throw fail('unsupported_media_type', `The route accepts ${accepted.join(', ')}.`, {
      headers: { accept: accepted.join(', ') },
    });
  }
  if (isText && !type.utf8) throw fail('unsupported_media_type', 'The charset must be UTF-8.');
}

type BodySchema = NonNullable<RouteDefinition['body']>['schema'];

function schemaReader(schema: BodySchema): (workspace: WorkspaceSchema | null) => TSchema {
  if (typeof schema !== 'function') return () => schema;
  // One schema object per version of a workspace's schema, so that its validator is compiled once.
  const made = new WeakMap<WorkspaceSchema, TSchema>();
  return (workspace) => {
    if (!workspace) throw new Error('The body of a route without a workspace cannot depend on one.');
    const known = made.get(workspace);
    if (known) return known;
    const fresh = schema(workspace);
    made.set(workspace, fresh);
    return fresh;
  };
}

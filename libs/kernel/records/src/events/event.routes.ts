import { sql, type RawBuilder } from 'kysely';
import { Type } from 'typebox';
import { listSchema, pageQuery, readPage } from '@cubit/core';
import { countFrom, defineRoute } from '@cubit/database';
import {
  callerOf,
  eventSchema,
  invalidQuery,
  type PageQuery,
  type RouteDefinition,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import type { KernelServices } from '../workspace/services.js';
import { recordsOf } from './event-records.js';
import { eventBody, readEvents, SEQUENCED_EVENTS, type SequencedEvent } from './event-row.js';
import type { EventRuntime } from './event-runtime.js';
import { eventStream, RECORD_MESSAGE } from './event-stream.js';
import { watchedStream } from './watched-stream.js';
import type { StreamCompanion } from './stream-companion.js';

const NAME_PATTERN = '^[a-z][a-z0-9_-]*(\\.[a-z][a-z0-9_]*){0,2}(\\.\\*)?$';
const nameFilter = Type.Optional(
  Type.String({
    pattern: NAME_PATTERN,
    maxLength: 200,
    description: 'A name, or a pattern: `inventory.stock.changed`, `inventory.*`.',
    examples: ['inventory.stock.*'],
  }),
);

const loggedEventSchema = Type.Object(
  {
    ...eventSchema.properties,
    records: Type.Optional(
      Type.Array(
        Type.Object({
          kind: Type.String({ examples: ['inventory:part'] }),
          id: Type.String({ format: 'uuid' }),
          title: Type.Unsafe<string | null>({
            type: ['string', 'null'],
            description: 'As it is now; null if there is no such record any more.',
          }),
        }),
        {
          description:
            'With `expand=records`: the records that the payload names. The first is what the event is about.',
        },
      ),
    ),
  },
  { title: 'LoggedEvent' },
);

interface LogQuery extends PageQuery {
  readonly name?: string;
  readonly kind?: string;
  readonly record_id?: string;
  readonly after?: string;
  readonly before?: string;
  readonly expand?: 'records';
}

export function eventRoutes(
  services: KernelServices,
  events: EventRuntime,
  companions: readonly StreamCompanion[],
): readonly RouteDefinition[] {
  return [logRoute(services, events), streamRoute(events, companions)];
}

function logRoute({ database, registry }: KernelServices, { dispatcher }: EventRuntime): RouteDefinition {
  return defineRoute({
    operationId: 'listEvents',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/event-log',
    summary: 'List events, newest first',
    description: 'The stored events of the workspace.',
    tag: 'Events',
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object({
      ...pageQuery,
      name: nameFilter,
      kind: Type.Optional(
        Type.String({
          maxLength: 130,
          description: 'Kind of the record that the event is about.',
          examples: ['inventory:part'],
        }),
      ),
      record_id: Type.Optional(Type.String({ format: 'uuid', description: 'A record in the payload of the event.' })),
      after: Type.Optional(Type.String({ format: 'date-time', description: 'Only events after this time.' })),
      before: Type.Optional(Type.String({ format: 'date-time', description: 'Only events before this time.' })),
      expand: Type.Optional(
        Type.Unsafe<'records'>({
          type: 'string',
          enum: ['records'],
          description: '`records` adds the records that the payload of each event names, with their titles.',
        }),
      ),
    }),
    responses: { 200: { description: 'A page of events.', schema: listSchema(loggedEventSchema) } },
    errors: ['invalid_query', 'invalid_cursor'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const query = request.query as LogQuery;
      await dispatcher.sequencePending();
      const scope = sql`${sql.join(conditionsOf(workspace.id, query), sql` and `)}`;
      const page = await readPage(query, {
        list: 'events',
        sortedBy: ['bigint'],
        rows(after, limit) {
          const rest = after ? sql`${scope} and s.position < ${after[0]}::bigint` : scope;
          return readEvents(database.db, rest, { descending: true, limit });
        },
        total: () => countFrom(database.db, sql`from ${SEQUENCED_EVENTS} where ${scope}`),
        valuesOf: ({ position }) => [String(position)],
      });
      const records = query.expand === undefined ? null : await recordsOf({ database, registry, workspace }, page.data);
      const data = page.data.map((event) => ({
        ...eventBody(event),
        ...(records && { records: records.get(event.id) ?? [] }),
      }));
      return { status: 200, body: { ...page, data } };
    },
  });
}

function conditionsOf(workspaceId: string, { name, kind, record_id, after, before }: LogQuery): RawBuilder<unknown>[] {
  return [
    sql`s.workspace_id = ${workspaceId}`,
    ...(name === undefined ? [] : [nameCondition(name)]),
    ...(kind === undefined ? [] : [sql`e.subject_kind = ${kind}`]),
    ...(record_id === undefined ? [] : [sql`e.record_ids @> array[${record_id}::uuid]`]),
    ...(after === undefined ? [] : [sql`e.occurred_at > ${after}::timestamptz`]),
    ...(before === undefined ? [] : [sql`e.occurred_at < ${before}::timestamptz`]),
  ];
}

function nameCondition(name: string): RawBuilder<unknown> {
  // The underscore is a wildcard of `like`.
  return name.endsWith('.*')
    ? sql`s.name like ${`${name.slice(0, -1).replaceAll('_', '\\_')}%`}`
    : sql`s.name = ${name}`;
}

export function matchesName(pattern: string | undefined, name: string): boolean {
  if (pattern === undefined) return true;
  return pattern.endsWith('.*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function streamRoute({ feed, guard, records }: EventRuntime, companions: readonly StreamCompanion[]): RouteDefinition {
  return defineRoute({
    operationId: 'streamEvents',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/event-stream',
    summary: 'Follow events live',
    description:
      'Server-sent events: `id` is the event’s id, `event` its name, `data` the event as in the log. `Last-Event-ID` resumes after that event; ' +
      'the id of a deleted event gets one `resync` event. Your own notifications are sent as `notification`, without an id, before the event that ' +
      'caused them. Every committed write of a record of any kind, rollups included, is sent as `record` without an id: `{kind, id, version, op}` ' +
      'with `create`, `update`, `delete` or `restore`, at most once a record and 200 ms, and `{kind, many}` above 100 records; `?name=record` sends ' +
      'these alone. They are not repeated after a reconnection; `resync` is also sent if some may be lost. A comment is sent 15 s after the last byte. The stream is closed when the credential is revoked or expires, and nothing is delivered once the ' +
      'revocation is acknowledged. A display gets messages about records that it shows, and no others. A credential has at most 50 open streams, a workspace 500; one more is `429`.',
    tag: 'Events',
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object({ name: nameFilter }),
    responses: { 200: { description: 'The stream.', mediaType: 'text/event-stream', schema: Type.String() } },
    errors: ['invalid_query', 'rate_limited'],
    streaming: true,
    display: true,
    handler(request) {
      const workspace = workspaceOf(request);
      const { name } = request.query as { readonly name?: string };
      const { lastEventId } = request.headers;
      if (lastEventId !== undefined && !UUID.test(lastEventId))
        throw invalidQuery('Last-Event-ID', 'it is the id of an event.');
      const caller = callerOf(request);
      const closing = new AbortController();
      const unwatch = guard.watch({ caller, workspaceId: workspace.id, close: () => closing.abort() });
      const { credential } = caller;
      // A display learns that records have changed which it shows, and nothing else.
      const kinds = credential.type === 'display' ? credential.kinds : null;
      const hears = (event: string) => kinds === null && matchesName(name, event);
      const events = eventStream({
        feed,
        records: matchesName(name, RECORD_MESSAGE) ? records : null,
        kinds,
        workspaceId: workspace.id,
        accepts: (event: SequencedEvent) => hears(event.name),
        companions: companions.filter((companion) => hears(companion.name)),
        userId: caller.user.id,
        signal: AbortSignal.any([request.signal, closing.signal]),
        ...(lastEventId === undefined ? {} : { lastEventId }),
      });
      return Promise.resolve({
        status: 200,
        stream: watchedStream(events, { begin: () => guard.check(), end: unwatch }),
        cut: closing.signal,
        mediaType: 'text/event-stream',
        headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      });
    },
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { callerOf, type RouteDefinition, type RouteRequest, workspaceOf, workspaceParams } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import { type ErrorDetail, fail, validationFailed } from '@cubit/core';
import type { CapabilityHost } from '@cubit/runtime';
import { validate as isUuid } from 'uuid';
import { TAG } from '../bell/bell.routes.js';
import { notificationsIn, type Digest, type NotificationDatabase } from '../tables/schema.js';
import { isTimeZone } from './local-time.js';
import { newPreferences, preferencesSchema, type Preference } from './preference-schemas.js';

const PATH = '/api/v1/orgs/{workspace}/notification-preferences';
const BELL = 'bell';

interface PreferencesInput {
  readonly preferences: readonly Preference[];
  readonly time_zone?: string;
  readonly quiet_hours?: { readonly from: string; readonly to: string } | null;
  readonly email_digest?: Digest;
}

interface Owner {
  readonly workspace_id: string;
  readonly user_id: string;
}

/** Routes for the notification preferences of the caller. */
export function preferenceRoutes({ services }: CapabilityHost): readonly RouteDefinition[] {
  const { database, registry } = services;

  const read = defineRoute({
    operationId: 'getNotificationPreferences',
    method: 'GET',
    path: PATH,
    summary: 'Get your notification preferences',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    responses: {
      200: { description: 'Your preferences in this workspace.', schema: preferencesSchema, headers: etag },
    },
    handler: async (request) => replyWith(await readPreferences(notificationsIn(database.db), ownerOf(request))),
  });

  const write = defineRoute({
    operationId: 'putNotificationPreferences',
    method: 'PUT',
    path: PATH,
    summary: 'Replace your notification preferences',
    description:
      'Replaces the list of preferences. Absent `time_zone`, `quiet_hours` and `email_digest` stay unchanged. `If-Match` protects against concurrent ' +
      'changes, of another tab for example.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    body: {
      schema: newPreferences,
      example: {
        preferences: [{ event: 'inventory.*', enabled: true, channels: ['email'] }],
        time_zone: 'Europe/Berlin',
        quiet_hours: { from: '22:00', to: '07:00' },
        email_digest: 'daily',
      },
    },
    responses: { 200: { description: 'The updated preferences.', schema: preferencesSchema, headers: etag } },
    errors: ['validation_failed', 'version_conflict'],
    async handler(request) {
      const written = request.body as PreferencesInput;
      const faults = faultsOf(written, new Set([BELL, ...registry.channels.keys()]));
      if (faults.length > 0) throw validationFailed(faults);
      const owner = ownerOf(request);
      const { ifMatch } = request.headers;
      const body = await request.transaction(async (tx) => {
        const db = notificationsIn(tx.db);
        await lockPreferences(db, owner);
        if (ifMatch !== undefined) assertUnchanged(ifMatch, await readPreferences(db, owner));
        await replacePreferences(db, owner, written);
        return readPreferences(db, owner);
      });
      return replyWith(body);
    },
  });

  return [read, write];
}

type Preferences = Awaited<ReturnType<typeof readPreferences>>;

const etag = { ETag: { description: 'Changes with the preferences.', schema: Type.String() } };

function replyWith(body: Preferences) {
  return { status: 200, body, headers: { etag: tagOf(body) } };
}

function tagOf(preferences: Preferences): string {
  return `"${createHash('sha256').update(JSON.stringify(preferences)).digest('base64url')}"`;
}

/** Throws `412` if `If-Match` names none of these preferences (RFC 9110, 13.1.1). */
function assertUnchanged(ifMatch: string, current: Preferences): void {
  const tag = tagOf(current);
  const named = ifMatch.split(',').map((part) => part.trim().replace(/^W\//, ''));
  if (named.includes('*') || named.includes(tag)) return;
  const message = 'Your preferences were changed. Read them again.';
  throw fail('version_conflict', message, {
    details: [{ path: 'header:If-Match', code: 'version_conflict', message }],
    headers: { etag: tag },
  });
}

function ownerOf(request: Pick<RouteRequest, 'workspace' | 'caller'>): Owner {
  return { workspace_id: workspaceOf(request).id, user_id: callerOf(request).user.id };
}

function faultsOf(
  { preferences, time_zone, quiet_hours }: PreferencesInput,
  known: ReadonlySet<string>,
): ErrorDetail[] {
  const events = preferences.map(({ event }) => event);
  const invalid = (path: string, message: string): ErrorDetail => ({ path, code: 'invalid', message });
  return [
    ...events.flatMap((event, index) =>
      events.indexOf(event) === index ? [] : [invalid(`/preferences/${index}/event`, 'is a duplicate.')],
    ),
    ...preferences.flatMap(({ channels }, index) =>
      (channels ?? []).flatMap((channel, place) =>
        known.has(channel) || isUuid(channel)
          ? []
          : [invalid(`/preferences/${index}/channels/${place}`, 'is neither a channel type nor a channel id.')],
      ),
    ),
    ...(time_zone === undefined || isTimeZone(time_zone) ? [] : [invalid('/time_zone', 'is not a time zone.')]),
    ...(quiet_hours && quiet_hours.from === quiet_hours.to
      ? [invalid('/quiet_hours/to', 'must differ from `from`. Use null for no quiet hours.')]
      : []),
  ];
}

async function readPreferences(db: NotificationDatabase, owner: Owner) {
  const rows = await db
    .selectFrom('notification_preference')
    .select(['event', 'enabled', 'channels'])
    .where('workspace_id', '=', owner.workspace_id)
    .where('user_id', '=', owner.user_id)
    .orderBy('event')
    .execute();
  const setting = await db
    .selectFrom('notification_setting')
    .select(['time_zone', 'quiet_from', 'quiet_to', 'email_digest'])
    .where('workspace_id', '=', owner.workspace_id)
    .where('user_id', '=', owner.user_id)
    .executeTakeFirst();
  const { time_zone = 'UTC', quiet_from = null, quiet_to = null, email_digest = 'off' } = setting ?? {};
  return {
    preferences: rows.map(({ channels, ...row }) => ({ ...row, ...(channels === null ? {} : { channels }) })),
    time_zone,
    quiet_hours: quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to },
    email_digest,
  };
}

/** The lock of the row of settings serializes concurrent requests of a user. */
async function lockPreferences(db: NotificationDatabase, owner: Owner): Promise<void> {
  await db
    .insertInto('notification_setting')
    .values({ ...owner, time_zone: 'UTC', quiet_from: null, quiet_to: null, email_digest: 'off' })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ user_id: owner.user_id }))
    .execute();
}

/** To call under the lock. */
async function replacePreferences(db: NotificationDatabase, owner: Owner, written: PreferencesInput): Promise<void> {
  const { preferences, time_zone, quiet_hours, email_digest } = written;
  await db
    .updateTable('notification_setting')
    .set({
      user_id: owner.user_id,
      ...(time_zone === undefined ? {} : { time_zone }),
      ...(quiet_hours === undefined
        ? {}
        : { quiet_from: quiet_hours?.from ?? null, quiet_to: quiet_hours?.to ?? null }),
      ...(email_digest === undefined ? {} : { email_digest }),
    })
    .where('workspace_id', '=', owner.workspace_id)
    .where('user_id', '=', owner.user_id)
    .execute();
  await db
    .deleteFrom('notification_preference')
    .where('workspace_id', '=', owner.workspace_id)
    .where('user_id', '=', owner.user_id)
    .execute();
  if (preferences.length === 0) return;
  await db
    .insertInto('notification_preference')
    .values(
      preferences.map(({ event, enabled, channels = null }) => ({
        ...owner,
        event,
        enabled,
        channels: channels === null ? null : [...channels],
      })),
    )
    .execute();
}

import {
  asUnavailable,
  defineRoute,
  fail,
  isCubitError,
  notFound,
  type CubitError,
  type HitIntegration,
  type RegisteredConnector,
  type RouteDefinition,
  type RouteReply,
  type RouteRequest,
  type Translation,
} from '@cubit/core';
import { Type } from 'typebox';
import { filledConfig } from '../integration/checked-config.js';
import { secretPlace, type IntegrationParts } from '../integration/integration-parts.js';
import { nullable, strict, TAG } from '../integration/integration-schemas.js';
import { integrationsIn, type Outcome } from '../tables/schema.js';
import { findTarget, type InboundTarget } from './inbound-target.js';
import { noteHit } from './note-hit.js';
import { ReceivedHit } from './received-hit.js';
import { goneUrl, takeDelivery } from './take-delivery.js';

const eventId = nullable(Type.String({ format: 'uuid', description: 'The event that it became.' }));
const taken = strict({
  event_id: eventId,
  ignored: Type.Optional(Type.String({ description: 'Why it became none.' })),
});
const answered = Type.Object({
  event_id: Type.Optional(eventId),
  duplicate: Type.Optional(Type.Boolean({ description: 'The delivery was taken before; `event_id` is of then.' })),
});

/** The receiver of every integration. What a request means is the connector's business; what becomes of it is written here. */
export function receiverRoute(parts: IntegrationParts): RouteDefinition {
  const { host, secrets } = parts;
  const { database, log, newId, now, registry } = host.services;

  return defineRoute({
    operationId: 'receiveInboundWebhook',
    method: 'POST',
    path: '/api/v1/integrations/{connector}/{token}/webhook',
    summary: 'Receive an inbound webhook',
    description:
      'Where another system posts to; no credential but the token in the URL, and what the connector verifies. `202`: taken, `event_id` is null ' +
      'where nothing followed. `200`: a delivery that was taken before, or the answer to a handshake, in the words that the sender expects.',
    tag: TAG,
    access: 'anonymous',
    rateClass: 'inbound',
    params: strict({
      connector: Type.String({ description: 'Id of the connector.' }),
      token: Type.String({ description: 'Token of the integration.' }),
    }),
    body: {
      schema: Type.Unknown(),
      mediaTypes: ['application/json', 'application/x-www-form-urlencoded', '*/*'],
      raw: true,
      description: 'As the connector’s sender makes it.',
      example: { temperature: 71 },
    },
    responses: {
      200: { description: 'Taken before, or a handshake.', schema: answered },
      202: { description: 'Taken.', schema: taken },
    },
    errors: ['invalid_json', 'invalid_signature', 'not_found', 'gone', 'validation_failed'],
    async handler(request) {
      const { connector: connectorId, token } = request.params;
      const connector = registry.connectors.get(connectorId);
      const target = connector ? await findTarget(database, token) : null;
      if (!connector || !target) throw notFound('Integration');
      const { integration } = target;
      if (integration === null) throw goneUrl();
      if (integration.connector !== connectorId) throw notFound('Integration');
      const verdict = (outcome: Outcome, reason: string) => noteVerdict(target, request, { outcome, reason });
      if (target.revoked) {
        await verdict('rejected', 'The URL was revoked.');
        throw goneUrl();
      }
      try {
        return await receive({ ...integration, id: target.id }, { target, connector, request, verdict });
      } catch (error) {
        throw await refusal(error, verdict);
      }
    },
  });

  async function receive(
    stored: HitIntegration & { readonly secret: Buffer | null },
    {
      target,
      connector,
      request,
      verdict,
    }: {
      readonly target: InboundTarget;
      readonly connector: RegisteredConnector;
      readonly request: RouteRequest;
      readonly verdict: (outcome: Outcome, reason: string) => Promise<void>;
    },
  ): Promise<RouteReply> {
    const { id, name, secret } = stored;
    const { definition } = connector;
    const integration = { id, name, config: filledConfig(definition, stored.config) };
    const hit = new ReceivedHit(request, { integration, now: now() });
    const opened = secret === null ? null : secrets.open(secret, secretPlace(target.workspaceId, id));
    const verified = definition.verify(withSecret(hit, opened));
    if (verified !== true) throw new Unverified(verified);
    const schema = await host.services.workspaces.load(database.db, target.workspaceId, target.schemaVersion);
    if (!schema.modules.has(connector.module)) {
      const ignored = `Module '${connector.module}' is not enabled.`;
      await verdict('ignored', ignored);
      return { status: 202, body: { event_id: null, ignored } };
    }
    const translation: Translation = definition.translate(hit);
    if ('reply' in translation) {
      await verdict('ignored', 'It was a handshake, and answered.');
      return { status: 200, body: translation.reply };
    }
    if ('ignored' in translation) {
      await verdict('ignored', translation.ignored);
      return { status: 202, body: { event_id: null, ignored: translation.ignored } };
    }
    const { address } = request;
    const outcome = await request.transaction((tx) =>
      takeDelivery(host, tx, { target, connector, integration, delivery: translation, address }),
    );
    const event_id = outcome.eventId;
    if (outcome.outcome === 'duplicate') return { status: 200, body: { event_id, duplicate: true } };
    return { status: 202, body: { event_id, ...(outcome.reason === null ? {} : { ignored: outcome.reason }) } };
  }

  /** In a transaction of its own: what the hit did is undone, or it did nothing. */
  async function noteVerdict(
    { workspaceId, id: integrationId }: InboundTarget,
    { address }: Pick<RouteRequest, 'address'>,
    { outcome, reason }: { readonly outcome: Outcome; readonly reason: string },
  ): Promise<void> {
    const hit = { workspaceId, integrationId, id: newId(), at: now(), address, outcome, reason };
    await noteHit(integrationsIn(database.db), hit);
  }

  /** What the sender is told of a hit that was refused, once it is noted. */
  async function refusal(error: unknown, verdict: (outcome: 'rejected', reason: string) => Promise<void>) {
    if (error instanceof Unverified) {
      await verdict('rejected', error.message);
      return fail('invalid_signature', 'The request is not signed as the integration requires.');
    }
    const told = asUnavailable(error);
    if (!isCubitError(told)) {
      await verdict('rejected', 'The connector failed.').catch((fault: unknown) =>
        log.warn({ err: fault }, 'a hit could not be noted'),
      );
      return told;
    }
    if (told.status >= 500) return told;
    await verdict('rejected', told.message);
    return PLAIN.has(told.code) ? told : asUnfit(told);
  }
}

/** Codes that mean to the sender what they say. Others speak of records, which the sender knows nothing of. */
const PLAIN: ReadonlySet<string> = new Set(['gone', 'invalid_json', 'validation_failed']);

function asUnfit({ message, details, cause }: CubitError): CubitError {
  return fail('validation_failed', message, { details, cause });
}

/** The hit does not come from whom it should. The message is for the administrators of the workspace. */
class Unverified extends Error {}

/** The hit as `verify` is handed it: its body is still parsed only when somebody asks. */
function withSecret(hit: ReceivedHit, secret: string | null) {
  return {
    rawBody: hit.rawBody,
    headers: hit.headers,
    integration: hit.integration,
    now: hit.now,
    secret,
    get payload() {
      return hit.payload;
    },
  };
}

import { asClientError, type DatabaseRequest, defineRoute } from '@cubit/database';
import { type CubitError, errorOf, isCubitError, notFound, type RouteReply, type Translation } from '@cubit/core';
import type { HitIntegration, RegisteredConnector, RouteDefinition } from '@cubit/core/host';
import type { CapabilityHost } from '@cubit/runtime';
import { Type } from 'typebox';
import { filledConfig } from '../integration/checked-config.js';
import { secretPlace, type IntegrationRouteOptions } from '../integration/integration-route-options.js';
import { nullable, strict, TAG } from '../integration/integration-schemas.js';
import { integrationsIn, type Outcome } from '../tables/schema.js';
import { findTarget, type InboundTarget } from './inbound-target.js';
import { recordHit } from './record-hit.js';
import { ReceivedRequest } from './received-request.js';
import { urlRevoked, acceptRequest } from './accept-request.js';

const eventId = nullable(Type.String({ format: 'uuid', description: 'The emitted event.' }));
const acceptedSchema = strict({
  event_id: eventId,
  ignored: Type.Optional(Type.String({ description: 'Why no event was emitted.' })),
  remark: Type.Optional(Type.String({ description: 'Why a part of the request had no effect.' })),
});
const repliedSchema = Type.Object({
  event_id: Type.Optional(eventId),
  duplicate: Type.Optional(
    Type.Boolean({ description: 'The delivery was accepted before; `event_id` is the event of the first request.' }),
  ),
});

/** The route that receives inbound requests. Connectors verify and translate them; this route records the outcome. */
export function receiverRoute(options: IntegrationRouteOptions): RouteDefinition {
  const { database, registry } = options.host.services;

  return defineRoute({
    operationId: 'receiveInboundWebhook',
    method: 'POST',
    path: '/api/v1/integrations/{connector}/{token}/webhook',
    summary: 'Receive an inbound webhook',
    description:
      'The URL that another system posts to. The token in the URL and the verification of the connector are the only credentials; cookies and ' +
      '`Origin` are ignored. `202`: accepted; `event_id` is null if no event was emitted. `200`: a duplicate delivery, or a response in the ' +
      'format of the sender.',
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
      description: 'Body in the format of the sender.',
      example: { temperature: 71 },
    },
    responses: {
      200: {
        description: 'A duplicate delivery, a handshake, or a response in the format of the sender.',
        schema: repliedSchema,
      },
      202: { description: 'Accepted.', schema: acceptedSchema },
    },
    errors: ['invalid_json', 'invalid_signature', 'not_found', 'gone', 'validation_failed'],
    async handler(request) {
      const { connector: connectorId, token } = request.params;
      const connector = registry.connectors.get(connectorId);
      const target = connector ? await findTarget(database, token) : null;
      if (!connector || !target) throw notFound('Integration');
      const { integration } = target;
      if (integration === null) throw urlRevoked();
      if (integration.connector !== connectorId) throw notFound('Integration');
      const record: RecordOutcome = (outcome, reason) =>
        recordWithoutEvent(options.host, { target, request, outcome, reason });
      if (target.revoked) {
        await record('rejected', 'The URL was revoked.');
        throw urlRevoked();
      }
      try {
        return await receive(options, { ...integration, id: target.id }, { target, connector, request, record });
      } catch (error) {
        throw await toSenderError(options.host, error, record);
      }
    },
  });
}

/** Records the outcome of a request that emits no event. */
type RecordOutcome = (outcome: Outcome, reason: string) => Promise<void>;

interface ReceiveOptions {
  readonly target: InboundTarget;
  readonly connector: RegisteredConnector;
  readonly request: DatabaseRequest;
  readonly record: RecordOutcome;
}

async function receive(
  { host, secrets }: IntegrationRouteOptions,
  stored: HitIntegration & { readonly secret: Buffer | null },
  { target, connector, request, record }: ReceiveOptions,
): Promise<RouteReply> {
  const { database, now } = host.services;
  const { id, name, secret } = stored;
  const { definition } = connector;
  const integration = { id, name, config: filledConfig(definition, stored.config) };
  const hit = new ReceivedRequest(request, { integration, now: now() });
  const opened = secret === null ? null : secrets.open(secret, secretPlace(target.workspaceId, id));
  const verified = definition.verify(withSecret(hit, opened));
  if (verified !== true) throw new UnverifiedRequest(verified);
  const schema = await host.services.workspaces.load(database.db, target.workspaceId, target.schemaVersion);
  if (!schema.modules.has(connector.module)) {
    const ignored = `Module '${connector.module}' is not enabled.`;
    await record('ignored', ignored);
    return { status: 202, body: { event_id: null, ignored } };
  }
  const translation: Translation = definition.translate(hit);
  if ('ignored' in translation) {
    await record('ignored', translation.ignored);
    return { status: 202, body: { event_id: null, ignored: translation.ignored } };
  }
  if (!('deliveryId' in translation)) {
    await record('ignored', 'Handshake.');
    return { status: 200, body: translation.reply };
  }
  const { address } = request;
  // The body is parsed before the transaction begins, so that invalid JSON is rejected here.
  const { body = hit.payload, reply } = translation;
  const outcome = await request.transaction((tx) =>
    acceptRequest(host, tx, { target, connector, integration, delivery: { ...translation, body }, address }),
  );
  const event_id = outcome.eventId;
  if (outcome.outcome === 'duplicate') return { status: 200, body: { event_id, duplicate: true } };
  const { reason } = outcome;
  const isIgnored = outcome.outcome === 'ignored';
  if (reply && !isIgnored) return { status: 200, body: { ...reply, event_id } };
  return {
    status: 202,
    body: { event_id, ...(reason === null ? {} : { [isIgnored ? 'ignored' : 'remark']: reason }) },
  };
}

interface HitWithoutEvent {
  readonly target: InboundTarget;
  readonly request: Pick<DatabaseRequest, 'address'>;
  readonly outcome: Outcome;
  readonly reason: string;
}

/** Records a hit in a separate transaction, because the writes of the request were rolled back or there were none. */
async function recordWithoutEvent(
  { services: { database, newId, now } }: CapabilityHost,
  { target, request, outcome, reason }: HitWithoutEvent,
): Promise<void> {
  const { workspaceId, id: integrationId } = target;
  const { address } = request;
  const hit = { workspaceId, integrationId, id: newId(), at: now(), address, outcome, reason };
  await recordHit(integrationsIn(database.db), hit);
}

/** Records a rejected request and returns the error for its sender. */
async function toSenderError(host: CapabilityHost, error: unknown, record: RecordOutcome) {
  if (error instanceof UnverifiedRequest) {
    await record('rejected', error.message);
    return errorOf('invalid_signature', 'The request is not signed as the integration requires.');
  }
  const clientError = asClientError(error);
  if (!isCubitError(clientError)) {
    await record('rejected', 'The connector failed.').catch((failure: unknown) =>
      host.services.log.warn({ err: failure }, 'a hit could not be recorded'),
    );
    return clientError;
  }
  if (clientError.status >= 500) return clientError;
  await record('rejected', clientError.message);
  return SENDER_ERROR_CODES.has(clientError.code) ? clientError : toValidationError(clientError);
}

/** Error codes that senders see unchanged. Other codes concern records, which senders do not know. */
const SENDER_ERROR_CODES: ReadonlySet<string> = new Set(['gone', 'invalid_json', 'validation_failed']);

function toValidationError({ message, details, cause }: CubitError): CubitError {
  return errorOf('validation_failed', message, { details, cause });
}

/** The request is not verified. The message is for administrators of the workspace. */
class UnverifiedRequest extends Error {}

/** The request as `verify` gets it. The body is still parsed only on access. */
function withSecret(hit: ReceivedRequest, secret: string | null) {
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

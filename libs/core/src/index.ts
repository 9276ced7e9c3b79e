/**
 * What the author of a module imports.
 *
 * Glossary:
 * - workspace: the unit of isolation. Every record belongs to exactly one.
 * - module: a value that declares record kinds, actions and events; enabled per workspace.
 * - record kind: a type of record, `inventory:part`; a record is one instance of it.
 * - action: a named operation on records, `inventory:use`: a button, a REST call, a wire's target and an agent's tool.
 * - job: work outside of transactions, such as a request to another system; created in a transaction, run after its commit.
 * - event: what happened, `inventory.stock.changed`; declared by its module, written with the change that it reports.
 * - lifecycle: the states of a kind and the transitions between them, as data.
 * - notification: what one member is shown in the bell; a delivery carries it out over one channel.
 * - connector: how another system's requests become events; an integration is one configured in a workspace.
 * - scope: the set of routes that an API token may call, declared by the module that owns them.
 * - route: method, path, schemas, access and handler as data: the router and the OpenAPI document are generated from one list.
 */
export { type ActionDefinition, defineAction, notWhile, type Refusal } from './contract/action.js';
export { type ChannelDefinition, defineChannel, type OutboundNotification } from './contract/channel.js';
export {
  type ConnectorDefinition,
  defineConnector,
  type EmittedEvent,
  type InboundHit,
  type InboundRequest,
  type Translation,
} from './contract/connector.js';
export type { KindHookContext, ModuleContext, NewRecord, RecordPatch, Records, Where } from './contract/context.js';
export { DAY_MS } from './contract/day.js';
export type { DefaultWireDefinition } from './contract/default-wire.js';
export { defineEvent, type EventDefinition } from './contract/event.js';
export { exactlyOne } from './contract/exactly-one.js';
export { type AnyRef, computed, Field, fixed, rollup } from './contract/field.js';
export { type ImportReader, type KindImport, plainName } from './contract/importing.js';
export {
  defineKind,
  foreignKind,
  type KindDefinition,
  type RecordChange,
  type RecordDraft,
  type RecordOf,
} from './contract/kind.js';
export { defineJob } from './contract/job.js';
export type { Lifecycle } from './contract/lifecycle.js';
export { defineModule, type ModuleDefinition } from './contract/module.js';
export type { NotificationInput } from './contract/notification.js';
export { refuseCycles } from './contract/refuse-cycles.js';
export type { RouteReply } from './contract/route-reply.js';
export type { ScopeDefinition } from './contract/scope.js';
export type { DeliveredEvent, SubscriptionDefinition } from './contract/subscription.js';
export { defineSweep, type SweepDefinition } from './contract/sweep.js';
export { defineUpgrade, type UpgradeDefinition } from './contract/upgrade.js';
export { sha256Hex } from './digest/sha256.js';
export { hmacSha256, isRecent, sameSecret, signatureMatches } from './digest/signature.js';
export {
  CubitError,
  type ErrorDetail,
  errorOf,
  fail,
  isCubitError,
  notFound,
  validationFailed,
  withFaultsAt,
} from './errors/cubit-error.js';
export { defineErrors } from './errors/define-errors.js';
export { readPayload } from './inbound/read-payload.js';
export { compact } from './json/compact.js';
export { pagesOf } from './paging/pages.js';
export { pageQuery, readPage } from './paging/paging.js';
export { defineModuleRoute, type ModuleRouteContext } from './routes/module-route.js';
export { idParam, listSchema } from './routes/route-parts.js';
export { pointer } from './validation/pointer.js';
export { storedInstant } from './validation/stored-instant.js';
export { validate } from './validation/validate.js';

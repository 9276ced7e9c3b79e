/**
 * The kernel of Cubit.
 *
 * Glossary:
 * - workspace: the unit of isolation. Everything that people make belongs to exactly one.
 * - module: a value that declares record kinds, actions and events; enabled per workspace.
 * - record kind: a type of record, `inventory:part`; a record is one of them.
 * - action: a named operation on records, `inventory:use`: a button, a REST call, a wire's target and an agent's tool.
 * - event: what happened, `inventory.stock.changed`; declared by its module, written with the change that it reports.
 * - lifecycle: the states of a kind and the transitions between them, as data.
 * - notification: what one member is told, in the bell first; a channel carries it on, once: a delivery.
 * - connector: how another system's requests become events; an integration is one configured in a workspace.
 * - scope: the narrow reach of an API token, declared by the module that owns its routes.
 * - route: method, path, schemas, access and handler as data: router and OpenAPI document are made from one list.
 */
export {
  Field,
  computed,
  fixed,
  tally,
  DECIMAL_LIMIT,
  DECIMAL_PLACES,
  type AnyRef,
  type Money,
  type OnDelete,
} from './contract/field.js';
export { DAY_MS } from './contract/day.js';
export {
  defineKind,
  foreignKind,
  type AnyRecord,
  type KindDefinition,
  type RecordChange,
  type RecordDraft,
  type RecordOf,
  type WriteOperation,
} from './contract/kind.js';
export {
  defineAction,
  type ActionDefinition,
  type ActionExample,
  type AppliesTo,
  type Effects,
  type TargetOf,
} from './contract/action.js';
export { defineEvent, type EventDefinition, type EventPayload, type NotificationTemplate } from './contract/event.js';
export {
  defineChannel,
  type AnyChannel,
  type ChannelAnswer,
  type ChannelContext,
  type ChannelDefinition,
  type ChannelRequest,
  type ConfigFault,
  type DeliveryOutcome,
  type OutboundNotification,
} from './contract/channel.js';
export { PRIORITIES, type Notice, type Priority, type Recipients } from './contract/notice.js';
export {
  defineConnector,
  type Announcement,
  type AnyConnector,
  type ConnectorDefinition,
  type Delivery,
  type Handshake,
  type HitIntegration,
  type Ignored,
  type InboundHit,
  type SecretNeed,
  type Translation,
} from './contract/connector.js';
export { hmacSha256, isRecent, sameSecret, signatureMatches, SIGNATURE_TOLERANCE_S } from './inbound/signature.js';
export { type Lifecycle, type TransitionBy } from './contract/lifecycle.js';
export {
  defineModule,
  CONTRACT_VERSION,
  type AnyAction,
  type AnyKind,
  type ModuleDefinition,
} from './contract/module.js';
export { defineModuleRoute, type ModuleRoute, type ModuleRouteContext } from './contract/module-route.js';
export {
  defineRoute,
  type Method,
  type RouteAccess,
  type RouteDefinition,
  type RouteHeaders,
  type RouteReply,
  type RouteRequest,
  type ResponseSpec,
  type BodySpec,
  type ReceivedBody,
  type Cookie,
} from './contract/route.js';
export { type ScopeDefinition } from './contract/scope.js';
export type { DefaultWireDefinition } from './contract/default-wire.js';
export type { DeliveredEvent, SubscriptionDefinition } from './contract/subscription.js';
export { defineSweep, type SweepDefinition } from './contract/sweep.js';
export { defineUpgrade, type UpgradeDefinition } from './contract/upgrade.js';
export {
  type Condition,
  type KindHookContext,
  type Logger,
  type ModuleContext,
  type NewRecord,
  type RecordPatch,
  type Records,
  type Where,
  type WriteOptions,
} from './contract/context.js';
export type { Files, NewFile, StoredFile } from './contract/files.js';
export type { FileContent, FileContents, FilePort, SpooledContent } from './files/file-port.js';
export type { NoticePort } from './kernel/notice-port.js';
export type { PersonalMessage, StreamCompanion } from './events/stream-companion.js';
export { sha256Hex } from './files/sha256.js';
export { FILE_TARGET } from './files/file-references.js';
export { ERROR_CATALOGUE, type ErrorEntry, type KernelErrorCode } from './errors/catalogue.js';
export {
  CubitError,
  errorBody,
  fail,
  invalidQuery,
  isCubitError,
  withFaultsAt,
  notFound,
  validationFailed,
  MAX_DETAILS,
  type ErrorDetail,
} from './errors/cubit-error.js';
export { defineErrors, type ModuleErrors } from './errors/define-errors.js';
export { addAmounts, moneyOf, negateAmounts, type Amounts } from './decimal/amounts.js';
export { addDecimals, roundDecimal, subtractDecimals } from './decimal/decimal.js';
/** Decimals of any size, exactly: sums and products of money. */
export * as exact from './decimal/exact.js';
export { createRegistry, RegistryError, type Registry } from './registry/registry.js';
export type {
  RegisteredAction,
  RegisteredChannel,
  RegisteredConnector,
  RegisteredEvent,
  RegisteredKind,
  RegisteredModule,
  RegisteredScope,
} from './registry/registered.js';
export { createKernel } from './kernel/create-kernel.js';
export { prepareDatabase } from './kernel/prepare.js';
export type { ArchivePart, ArchiveSource, ArchiveTarget } from './kernel/archive-part.js';
export type { Kernel, KernelOptions } from './kernel/kernel.js';
export { Recurring } from './kernel/recurring.js';
export type { Capability, CapabilityFactory, CapabilityHost, PlacedRange } from './kernel/capability.js';
export type { KernelServices, KernelSettings, Mailer } from './kernel/services.js';
export { asUnavailable, Database } from './database/database.js';
export { isConnectionFault } from './database/faults.js';
export type { ConnectionSettings, PoolOptions } from './database/pool.js';
export { pagesOf } from './database/pages.js';
export { KERNEL_MIGRATIONS, migrate, type MigrationSet } from './database/migrate.js';
export type { Transaction } from './database/transaction.js';
export * from './access/index.js';
export { readIdempotencyKey } from './idempotency/idempotency-key.js';
export { purgeIdempotencyKeys } from './idempotency/purge-idempotency-keys.js';
export { hashRequest, runIdempotently, type IdempotentRequest } from './idempotency/run-idempotently.js';
export { FAULT_CODES, type FaultCode } from './validation/fault.js';
export { isKnownFormat } from './validation/formats.js';
export { parseJson } from './validation/parse-json.js';
export { pointer } from './validation/pointer.js';
export { strictSchema } from './validation/strict-schema.js';
export { unstorableText } from './validation/storable-text.js';
export { checkOf, validate, assertValid } from './validation/validate.js';
export { createSecretBox, type SecretBox } from './secrets/secret-box.js';
export { mergePatch } from './records/merge-patch.js';
export type { AdoptedRecord } from './records/adopt-records.js';
export { brokenReferences, type BrokenReference } from './records/broken-references.js';
export { refuseCycles } from './records/refuse-cycles.js';
export { payloadSchema } from './events/payload.js';
export { recordSchemas } from './records/record-schemas.js';
export type { CustomField, RecordShape, ShapeField } from './records/record-shape.js';
export { compileFilter, filterSchemaOf } from './records/filter.js';
export { parseSort } from './records/sort.js';
export { recordPageText } from './records/record-page.js';
export { tagName, tagsSchema } from './records/record-schemas.js';
export { patchedSettings } from './describe/module-settings.js';
export { tagColor, tagKey } from './tags/tag-name.js';
export { listRecords, type ListQuery, type ListSource, type RecordPage } from './records/list-records.js';
export { readRecords } from './records/read-record.js';
export { recordOf, recordText, visibleFields, type RecordRow } from './records/record-row.js';
export { emailKey } from './access/email-address.js';
export { suggestName } from './cel/near-name.js';
export { noFiles } from './files/file-port.js';
export { keysOf } from './database/partitions.js';
export { compact } from './records/compact.js';
export { fieldExpression } from './records/field-columns.js';
export { normaliseFields } from './records/normalise.js';
export { basePath, dependent, moduleErrors, routeBase, shapeIn } from './records/record-route-context.js';
export type { WorkspaceAccess } from './workspace/workspace-access.js';
export type { WorkspaceDescription } from './workspace/workspace-description.js';
export type { WorkspaceSchema } from './workspace/workspace-schema.js';
export { rewriteSearch } from './search/rewrite-search.js';
export { isSearched } from './search/search-document.js';
export { holdSchema, raiseSchemaVersion } from './workspace/raise-schema-version.js';
export { SYSTEM_ACTOR, type Actor, type Cause } from './events/actor.js';
export { WorkspaceTransaction } from './workspace/workspace-transaction.js';
export { invokeAction, type ActionCall, type ActionOutcome } from './actions/invoke.js';
export { Listener } from './database/listener.js';
export {
  decodeCursor,
  encodeCursor,
  pageOf,
  pageQuery,
  DEFAULT_LIMIT,
  MAX_LIMIT,
  type Page,
  type PageQuery,
} from './http/paging.js';
export { callerOf, idParam, listSchema, workspaceOf, workspaceParam, workspaceParams } from './http/route-parts.js';
export { actorSchema, causeSchema, eventSchema } from './events/event-schemas.js';
export { audit } from './audit/audit.js';
export { auditBody, auditFilterQuery } from './audit/audit.routes.js';
export { readAudit, type AuditFilter } from './audit/read-audit.js';
export { historyFilterQuery, readWholeHistory, type HistoryFilter, type HistoryOfRecord } from './records/history.js';
export type { Retention } from './kernel/retention.js';
export * from './cel/index.js';
export * from './fields/index.js';
export type { DatabaseSchema } from './database/schema.js';

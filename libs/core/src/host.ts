/**
 * The part of the contract that the kernel and the platform use: registry, record shapes, routes, paging. Module authors do not
 * import it.
 */
export type { ActionExample, AppliesTo, Effects, TargetOf } from './contract/action.js';
export { type Cause, SYSTEM_ACTOR } from './contract/actor.js';
export { actorOf, type Caller } from './contract/caller.js';
export type { AnyChannel, ChannelAnswer, ConfigFault } from './contract/channel.js';
export type { Handshake, SecretNeed } from './contract/connector.js';
export type { Condition, FindOptions, Logger, Scalar, WriteOptions } from './contract/context.js';
export type { DeclaredRoute, Method } from './contract/declared-route.js';
export type { EventPayload, NotificationTemplate } from './contract/event.js';
export type { OnDelete } from './contract/field.js';
export type { NewFile } from './contract/files.js';
export type { AnyRecord, WriteOperation } from './contract/kind.js';
export { actionsOf, initialStates, sweepName, type TransitionBy } from './contract/lifecycle.js';
export { type AnyAction, type AnyKind, CONTRACT_VERSION } from './contract/module.js';
export { PRIORITIES, type Priority, type Recipients } from './contract/notification.js';
export { ROLES } from './contract/role.js';
export type { Cookie } from './contract/route-reply.js';
export type { TransactionScope } from './contract/transaction-scope.js';
export { SIGNATURE_TOLERANCE_S } from './digest/signature.js';
export type { ErrorEntry } from './errors/catalogue.js';
export { errorBody, invalidQuery, MAX_DETAILS } from './errors/cubit-error.js';
export type { ModuleErrors } from './errors/define-errors.js';
export { unauthorized } from './errors/unauthorized.js';
export { mergePatch } from './json/merge-patch.js';
export { type CursorValue, MAX_LIMIT, type Page, type PageQuery } from './paging/paging.js';
export { appliesToKind } from './registry/applies-to.js';
export { RECORD_COLUMNS } from './registry/check-modules.js';
export { FIELD_TYPES, type FieldDefinition, type FieldType } from './registry/field-definition.js';
export { moduleSettings } from './registry/module-settings.js';
export { pascalCase } from './registry/pascal-case.js';
export { assertPayload } from './registry/payload.js';
export {
  createShape,
  type CustomField,
  type RecordShape,
  type ReferenceField,
  type ShapeField,
} from './registry/record-shape.js';
export type {
  RegisteredAction,
  RegisteredChannel,
  RegisteredConnector,
  RegisteredEvent,
  RegisteredKind,
  RegisteredModule,
  RegisteredScope,
  RegisteredSweep,
  RegisteredUpgrade,
} from './registry/registered.js';
export { type Registry, RegistryError } from './registry/registry.js';
export type { WorkspaceAccess } from './registry/workspace-access.js';
export { actorSchema, causeSchema, eventSchema } from './routes/event-schemas.js';
export { type ModuleRoute, routesOf } from './routes/module-route.js';
export { callerOf, workspaceOf, workspaceParam, workspaceParams } from './routes/route-parts.js';
export type { ReceivedBody, RouteAccess, RouteHeaders, RouteRequest } from './routes/route.js';
export { withoutFloatNoise } from './validation/float-noise.js';
export { computedOverflow } from './validation/computed-overflow.js';
export { FAULT_CODES, type FaultCode } from './validation/fault.js';
export { isKnownFormat } from './validation/formats.js';
export { parseJson } from './validation/parse-json.js';
export { unstorableText } from './validation/storable-text.js';
export { strictSchema } from './validation/strict-schema.js';
export { checkOf } from './validation/validate.js';

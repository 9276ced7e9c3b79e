/**
 * The part of the contract that the kernel and the platform use: registry, record shapes, routes, paging. Module authors do not
 * import it.
 */
export {
  canBeUnique,
  canIndex,
  CUSTOM_FIELD_NAMES,
  type CustomFieldName,
  type CustomFieldType,
  FIELD_FACTS,
  FIELD_TYPES,
  type FieldContent,
  type FieldFacts,
  type FieldTypeName,
  fieldTypeOf,
  typeHolds,
  typeHoldsOne,
  labelOf,
  nameOfType,
  typeOfName,
} from '@cubit/web-contract';
export { untitledIn } from './registry/untitled.js';
export type { ImportDetail, ImportItem } from './contract/importing.js';
export type {
  ActionExample,
  AppliesTo,
  AvailabilityContext,
  Effects,
  LifecycleRefusal,
  Lookup,
  TargetOf,
} from './contract/action.js';
export { type Actor, type Cause, SYSTEM_ACTOR } from './contract/actor.js';
export { actorOf, type Caller } from './contract/caller.js';
export type {
  AnyChannel,
  ChannelAnswer,
  ChannelContext,
  ChannelRequest,
  ConfigFault,
  DeliveryOutcome,
} from './contract/channel.js';
export type { AnyConnector, Handshake, HitIntegration, Ignored, SecretNeed } from './contract/connector.js';
export type { Condition, FindOptions, Logger, Scalar, WriteOptions } from './contract/context.js';
export type { DeclaredRoute, Method } from './contract/declared-route.js';
export type { EventPayload, NotificationTemplate } from './contract/event.js';
export type { Fetch, FetchAnswer, FetchOptions } from './contract/fetch.js';
export type { OnDelete } from './contract/field.js';
export type { Files, NewFile, StoredFile } from './contract/files.js';
export type { EnqueueOptions } from './contract/enqueue.js';
export type { AnyJob, ModuleJobContext, ModuleJobDefinition } from './contract/job.js';
export type { AnyRecord, FieldValues, WriteOperation } from './contract/kind.js';
export { mayInvoke, mayReach, type ModulePermissions } from './contract/permissions.js';
export type { FieldChanges, FieldConversion, KindChanges } from './contract/changes.js';
export { checkDeclarations } from './registry/check-declarations.js';
export { ConversionError, type FieldTransform, fieldTransform, isOlderVersion } from './registry/transform-fields.js';
export { type CheckedModules, faultsByModule } from './registry/check-modules.js';
export { actionsOf, initialStates, sweepName, type TransitionBy } from './contract/lifecycle.js';
export { type AnyAction, type AnyKind, CONTRACT_VERSION } from './contract/module.js';
export { PRIORITIES, type Priority, type Recipients } from './contract/notification.js';
export { type Role, roleIncludes, ROLES } from './contract/role.js';
export type { Cookie } from './contract/route-reply.js';
export type { TransactionScope } from './contract/transaction-scope.js';
export { ERROR_CATALOGUE, type ErrorEntry, type KernelErrorCode } from './errors/catalogue.js';
export { errorBody, invalidQuery, MAX_DETAILS } from './errors/cubit-error.js';
export type { ModuleErrors } from './errors/define-errors.js';
export { isTransient } from './errors/is-transient.js';
export { unauthorized } from './errors/unauthorized.js';
export { mergePatch } from './json/merge-patch.js';
export { completePage, completeQuery } from './paging/complete-list.js';
export { type CursorType, invalidCursor, listCursor } from './paging/list-cursor.js';
export { DEFAULT_LIMIT, MAX_LIMIT, type Page, pageOf, type PageQuery } from './paging/paging.js';
export { appliesToKind } from './registry/applies-to.js';
export { RECORD_COLUMNS } from './registry/check-modules.js';
export type { FieldDefinition } from './registry/field-definition.js';
export { moduleSettings, secretSettings } from './registry/module-settings.js';
export { pascalCase } from './registry/pascal-case.js';
export { assertPayload, payloadSchema } from './registry/payload.js';
export {
  fieldTitle,
  createShape,
  type CustomField,
  type RecordShape,
  type RecordTree,
  type ReferenceField,
  type ShapeField,
} from './registry/record-shape.js';
export type {
  RegisteredAction,
  RegisteredChannel,
  RegisteredConnector,
  RegisteredEvent,
  RegisteredJob,
  RegisteredKind,
  RegisteredModule,
  RegisteredScope,
  RegisteredSweep,
  RegisteredUpgrade,
} from './registry/registered.js';
export { READ_SCOPE } from './registry/read-scope.js';
export { createRegistry, type Registry, RegistryError } from './registry/registry.js';
export type { WorkspaceAccess } from './registry/workspace-access.js';
export type { WorkspaceSchema } from './registry/workspace-schema.js';
export { actorSchema, causeSchema, eventSchema } from './routes/event-schemas.js';
export { etagMatches } from './routes/etag.js';
export { jsonMediaTypesOf } from './routes/json-media-types.js';
export { scopesOf } from './routes/scopes-of.js';
export { type ModuleRoute, routesOf } from './routes/module-route.js';
export {
  callerOf,
  kindPath,
  modulePath,
  WORKSPACE_PATH,
  workspaceOf,
  workspaceParam,
  workspaceParams,
} from './routes/route-parts.js';
export type {
  BodySpec,
  ReceivedBody,
  ResponseSpec,
  RouteAccess,
  RouteDefinition,
  RouteHeaders,
  RouteRequest,
} from './routes/route.js';
export type { WorkspaceDescription } from './routes/workspace-description.js';
export { readColor } from './color/read-color.js';
export { hasColors, normaliseColors } from './color/normalise-colors.js';
export { filled } from './validation/filled.js';
export { withoutFloatNoise } from './validation/float-noise.js';
export { computedOverflow } from './validation/computed-overflow.js';
export { parseJson } from './validation/parse-json.js';
export { unstorableText } from './validation/storable-text.js';
export { strictSchema } from './validation/strict-schema.js';
export { assertValid } from './validation/validate.js';
export type { UndoCall } from './contract/action.js';

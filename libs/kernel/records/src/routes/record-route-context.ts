import { Type, type TSchema } from 'typebox';
import {
  actorOf,
  callerOf,
  pascalCase,
  type RecordShape,
  type RegisteredKind,
  type RouteAccess,
  type RouteRequest,
  workspaceOf,
  workspaceParam,
  type WorkspaceSchema,
} from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { idParam } from '@cubit/core';
import type { KernelServices } from '../workspace/services.js';
import { WorkspaceTransaction } from '../transaction/workspace-transaction.js';

/** Data that the routes of every kind share. */
export interface RecordRouteContext {
  readonly services: KernelServices;
  readonly kind: RegisteredKind;
  /** Wakes the dispatcher after events are committed. */
  readonly onEvents: () => void;
}

/** The error codes of the module, whose code runs within the routes of the kernel. */
export function moduleErrors({ registry }: Pick<KernelServices, 'registry'>, module: string): readonly string[] {
  return Object.keys(registry.modules.get(module)?.definition.errors?.entries ?? {});
}

/** The members of every route of a kind. */
export function routeBase({ kind }: Pick<RecordRouteContext, 'kind'>, verb: string, access: RouteAccess) {
  const [singular, plural] = kind.definition.title;
  return {
    operationId: `${verb}${pascalCase(kind.id)}`,
    tag: plural,
    access,
    module: kind.module,
    singular: singular.toLowerCase(),
    plural: plural.toLowerCase(),
  };
}

export function recordParams(kind: RegisteredKind) {
  return Type.Object({
    workspace: workspaceParam,
    id: idParam(`Id of the ${kind.definition.title[0].toLowerCase()}.`),
  });
}

export const etagHeader = {
  ETag: { description: 'The version, and a checksum if the kind has rollups.', schema: Type.String() },
};

/** The kind in the workspace. */
export function shapeIn(schema: WorkspaceSchema, kind: RegisteredKind): RecordShape {
  return schema.kinds.get(kind.id) ?? kind.shape;
}

export function dependent<Schema extends TSchema>(
  kind: RegisteredKind,
  pick: (shape: RecordShape) => Schema,
): (workspace: WorkspaceSchema) => Schema {
  return (workspace) => pick(shapeIn(workspace, kind));
}

/** A transaction of the request's workspace, with the permissions of its caller. */
export function workspaceTransaction(
  { services, onEvents }: Pick<RecordRouteContext, 'services' | 'onEvents'>,
  request: Pick<RouteRequest, 'caller' | 'workspace'>,
  tx: Transaction,
): WorkspaceTransaction {
  return new WorkspaceTransaction({
    services,
    tx,
    workspace: workspaceOf(request),
    actor: actorOf(callerOf(request)),
    onEvents,
  });
}

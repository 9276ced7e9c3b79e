import type { Registry, WorkspaceSchema } from '@cubit/core/host';
import type { WireDraft } from './wire-draft.js';

/** What a wire needs that the workspace does not have. */
export interface BlockedReason {
  readonly reason: string;
  readonly module: string;
}

/** The events and actions that a wire can use: those of the workspace (`schema`) and of the installation (`registry`). */
export interface WireCatalog {
  readonly schema: WorkspaceSchema;
  readonly registry: Registry;
}

/** The missing event or action; null if the wire can run. */
export function blockedBy(
  { event, action }: Pick<WireDraft, 'event' | 'action'>,
  catalog: WireCatalog,
): BlockedReason | null {
  return missingEvent(event, catalog) ?? missingAction(action, catalog);
}

export function missingEvent(event: string, catalog: WireCatalog): BlockedReason | null {
  return catalog.schema.events.has(event) ? null : missing(`event '${event}'`, event.split('.')[0] ?? '', catalog);
}

export function missingAction(action: string, catalog: WireCatalog): BlockedReason | null {
  return catalog.schema.actions.has(action) ? null : missing(`action '${action}'`, action.split(':')[0] ?? '', catalog);
}

function missing(what: string, module: string, { schema, registry }: WireCatalog): BlockedReason {
  if (schema.modules.has(module)) return { module, reason: `Module '${module}' has no ${what}.` };
  const state = registry.modules.has(module) ? 'not enabled in this workspace' : 'not installed';
  return { module, reason: `There is no ${what}: module '${module}' is ${state}.` };
}

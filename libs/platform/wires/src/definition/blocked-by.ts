import type { Registry, WorkspaceSchema } from '@cubit/core';
import type { WireDraft } from './wire-draft.js';

/** Why a wire cannot run at present. */
export interface Blocked {
  readonly reason: string;
  readonly module: string;
}

/** What a workspace has enabled, and what there is. */
export interface Known {
  readonly schema: WorkspaceSchema;
  readonly registry: Registry;
}

/** A wire needs the module of its event and the one of its action. Null where both are there. */
export function blockedBy({ event, action }: Pick<WireDraft, 'event' | 'action'>, known: Known): Blocked | null {
  return missingEvent(event, known) ?? missingAction(action, known);
}

export function missingEvent(event: string, known: Known): Blocked | null {
  return known.schema.events.has(event) ? null : missing(`event '${event}'`, event.split('.')[0] ?? '', known);
}

export function missingAction(action: string, known: Known): Blocked | null {
  return known.schema.actions.has(action) ? null : missing(`action '${action}'`, action.split(':')[0] ?? '', known);
}

function missing(what: string, module: string, { schema, registry }: Known): Blocked {
  if (schema.modules.has(module)) return { module, reason: `Module '${module}' has no ${what}.` };
  const state = registry.modules.has(module) ? 'not enabled in this workspace' : 'not installed';
  return { module, reason: `There is no ${what}: module '${module}' is ${state}.` };
}

import { Type, type Static } from 'typebox';
import type { RegisteredModule } from '@cubit/core/host';
import { closed, JsonSchema } from './json-schema.js';
import { filledSettings } from './module-settings.js';

export const ModuleRow = Type.Object(
  {
    name: Type.String({ description: 'The name in paths.' }),
    version: Type.String(),
    title: Type.String(),
    description: Type.String(),
    enabled: Type.Boolean(),
    always: Type.Boolean({ description: 'Part of every workspace; cannot be disabled.' }),
    requires: Type.Array(Type.String(), { description: 'Modules that must be enabled before it.' }),
    kinds: Type.Array(Type.String()),
    actions: Type.Array(Type.String()),
    events: Type.Array(Type.String()),
    settings: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'As they hold, defaults filled in.',
    }),
    settings_schema: Type.Union([JsonSchema, Type.Null()]),
  },
  { ...closed, $id: 'Module' },
);

/** The state of a module in a workspace. */
export interface ModuleState {
  readonly enabled: boolean;
  /** Only settings that were set. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export const UNTOUCHED: ModuleState = { enabled: false, settings: {} };

export function moduleRow(module: RegisteredModule, state: ModuleState): Static<typeof ModuleRow> {
  const { always = false, description, name, requires = [], settings, title, version } = module.definition;
  return {
    name,
    version,
    title,
    description,
    enabled: always || state.enabled,
    always,
    requires: [...requires],
    kinds: module.kinds.map((kind) => kind.id),
    actions: module.actions.map((action) => action.id),
    events: module.events.map((event) => event.name),
    settings: filledSettings(module, state.settings),
    settings_schema: settings ?? null,
  };
}

import { Type, type Static } from 'typebox';
import type { RegisteredModule } from '@cubit/core/host';
import { closed, JsonSchema } from './json-schema.js';
import { NOTHING_STORED, type StoredSettings } from '@cubit/records';
import { shownSettings } from './module-settings.js';

const SecretState = Type.Object(
  { set: Type.Boolean({ description: 'Whether somebody has set the secret. Its text is never answered.' }) },
  { ...closed, $id: 'SecretSetting' },
);

/** A setting that is no secret: as its module declares it. */
export const OtherSetting = Type.Unknown({ description: 'The value of a setting that is no secret.' });

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
      additionalProperties: { anyOf: [SecretState, OtherSetting] },
      description:
        'As they hold, defaults filled in. In place of a secret (`x-secret` in `settings_schema`), whether it is set.',
    }),
    settings_schema: Type.Union([JsonSchema, Type.Null()]),
  },
  { ...closed, $id: 'Module' },
);

/** The state of a module in a workspace. */
export interface ModuleState extends StoredSettings {
  readonly enabled: boolean;
}

export const UNTOUCHED: ModuleState = { ...NOTHING_STORED, enabled: false };

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
    settings: shownSettings(module, state),
    settings_schema: settings ?? null,
  };
}

import { Type } from 'typebox';
import { assertValid, filled, mergePatch, moduleSettings, type RegisteredModule, strictSchema } from '@cubit/core/host';
import { closed } from './json-schema.js';

type Settings = Readonly<Record<string, unknown>>;

const NO_SETTINGS = Type.Object({}, closed);

/** The effective settings: those that were set, and the defaults of the others. */
export function filledSettings({ definition }: RegisteredModule, stored: Settings): Settings {
  return moduleSettings(definition, stored);
}

/** The settings to store after a merge patch. Throws `422 validation_failed` if the result is invalid. */
export function patchedSettings(module: RegisteredModule, stored: Settings, patch: Settings): Settings {
  const patched = mergePatch(stored, patch) as Settings;
  // An unknown setting is a typing error of the administrator, so it is refused even if the schema of the module
  // allows it.
  const schema = strictSchema(module.definition.settings ?? NO_SETTINGS);
  assertValid(schema, filled(schema, patched), '/settings');
  return patched;
}

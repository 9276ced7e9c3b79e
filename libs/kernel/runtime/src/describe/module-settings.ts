import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { assertValid, mergePatch, type RegisteredModule, strictSchema } from '@cubit/core/host';
import { closed } from './json-schema.js';

type Settings = Readonly<Record<string, unknown>>;

const NO_SETTINGS = Type.Object({}, closed);

/** Settings as they hold: what was set, and the default of everything else. */
export function filledSettings({ definition }: RegisteredModule, stored: Settings): Settings {
  return definition.settings ? (Value.Default(definition.settings, structuredClone(stored)) as Settings) : {};
}

/** What is stored after a merge patch; `422 validation_failed` where the settings would not hold together then. */
export function patchedSettings(module: RegisteredModule, stored: Settings, patch: Settings): Settings {
  const patched = mergePatch(stored, patch) as Settings;
  // A setting that nobody reads is a typing error of the administrator: refused, whether or not the module said so.
  const schema = strictSchema(module.definition.settings ?? NO_SETTINGS);
  assertValid(schema, Value.Default(schema, structuredClone(patched)), '/settings');
  return patched;
}

import { Type, type TObject } from 'typebox';
import { Value } from 'typebox/value';
import { mergePatch } from '../records/merge-patch.js';
import type { RegisteredModule } from '../registry/registered.js';
import { assertValid } from '../validation/validate.js';
import { closed } from './json-schema.js';

type Settings = Readonly<Record<string, unknown>>;

const NO_SETTINGS = Type.Object({}, closed);
const strictSchemas = new WeakMap<TObject, TObject>();

/** Settings as they hold: what was set, and the default of everything else. */
export function filledSettings({ definition }: RegisteredModule, stored: Settings): Settings {
  return definition.settings ? (Value.Default(definition.settings, structuredClone(stored)) as Settings) : {};
}

/** What is stored after a merge patch; `422 validation_failed` where the settings would not hold together then. */
export function patchedSettings(module: RegisteredModule, stored: Settings, patch: Settings): Settings {
  const patched = mergePatch(stored, patch) as Settings;
  const schema = strictSchema(module.definition.settings);
  assertValid(schema, Value.Default(schema, structuredClone(patched)), '/settings');
  return patched;
}

/** A setting that nobody reads is a typing error of the administrator: refused, whether or not the module said so. */
function strictSchema(declared: TObject | undefined): TObject {
  if (!declared) return NO_SETTINGS;
  const known = strictSchemas.get(declared);
  if (known) return known;
  const strict = Type.Object(declared.properties, closed);
  strictSchemas.set(declared, strict);
  return strict;
}

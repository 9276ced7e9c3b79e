import { Type } from 'typebox';
import {
  assertValid,
  filled,
  mergePatch,
  moduleSettings,
  type RegisteredModule,
  secretSettings,
  strictSchema,
} from '@cubit/core/host';
import type { ModuleSecrets, StoredSettings } from '@cubit/records';
import { closed } from './json-schema.js';

type Settings = Readonly<Record<string, unknown>>;

const NO_SETTINGS = Type.Object({}, closed);

/** The effective settings, as members may read them: those that were set, and the defaults of the others. Of secrets, whether they are set. */
export function shownSettings({ definition }: RegisteredModule, { settings, secrets }: StoredSettings): Settings {
  const states = secretSettings(definition).map((name) => [name, { set: secrets[name] !== undefined }] as const);
  return { ...moduleSettings(definition, settings), ...Object.fromEntries(states) };
}

/** Where secrets are sealed, and for which workspace. */
export interface Sealing {
  readonly box: ModuleSecrets;
  readonly workspaceId: string;
}

/** The settings to store after a merge patch. Throws `422 validation_failed` if the result is invalid. */
export function patchedSettings(
  module: RegisteredModule,
  stored: StoredSettings,
  { patch, box, workspaceId }: Sealing & { readonly patch: Settings },
): StoredSettings {
  const patched = mergePatch(stored.settings, patch) as Record<string, unknown>;
  // An unknown setting is a typing error of the administrator, so it is refused even if the schema of the module
  // allows it.
  const schema = strictSchema(module.definition.settings ?? NO_SETTINGS);
  assertValid(schema, filled(schema, patched), '/settings');
  const secrets = new Map(Object.entries(stored.secrets));
  for (const name of secretSettings(module.definition)) {
    const text = patched[name];
    delete patched[name];
    if (typeof text === 'string') secrets.set(name, box.seal(text, { workspaceId, module: module.name, name }));
    else if (Object.hasOwn(patch, name)) secrets.delete(name);
  }
  return { settings: patched, secrets: Object.fromEntries(secrets) };
}

import type { ModuleDefinition } from '../contract/module.js';
import { filled } from '../validation/filled.js';

type Declared = Pick<ModuleDefinition, 'settings'>;

/** A module's settings in a workspace: the stored values, with defaults for the rest. Secrets are null. */
export function moduleSettings(
  { settings }: Declared,
  stored: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return settings ? (filled(settings, stored) as Record<string, unknown>) : {};
}

/** The names of the settings that are secrets. */
export function secretSettings({ settings }: Declared): readonly string[] {
  return Object.entries(settings?.properties ?? {}).flatMap(([name, schema]) => (isSecret(schema) ? [name] : []));
}

/** Whether a schema is that of `Field.secret()`. */
export function isSecret(schema: object): boolean {
  return 'x-secret' in schema && schema['x-secret'] === true;
}

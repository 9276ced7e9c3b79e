import type { ModuleDefinition } from '../contract/module.js';
import { filled } from '../validation/filled.js';

/** A module's settings in a workspace: the stored values, with defaults for the rest. */
export function moduleSettings(
  { settings }: Pick<ModuleDefinition, 'settings'>,
  stored: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return settings ? (filled(settings, stored) as Record<string, unknown>) : {};
}

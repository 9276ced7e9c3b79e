import type { ModuleDescription } from '../project.js';

const EFFECTS = ['destructive', 'idempotent', 'readOnly'];

/** Actions that do not state whether they destroy, can be repeated, or only read. */
export function unstatedEffects({ actions }: ModuleDescription): readonly string[] {
  return actions.flatMap(({ id, effects }) =>
    EFFECTS.filter((effect) => typeof effects?.[effect] !== 'boolean').map(
      (effect) => `Action '${id}' does not state effects.${effect}: add true or false.`,
    ),
  );
}

import type { FieldHints } from './hints.js';

/** Fields of the same record that a hint reads: a list has to ask for them too. */
export function fieldsReadBy({ tone = {}, unit, visible }: FieldHints): readonly string[] {
  const bounds = Object.values(tone).flatMap((comparison) => {
    const bound = 'below' in comparison ? comparison.below : 'above' in comparison ? comparison.above : undefined;
    return typeof bound === 'string' ? [bound] : [];
  });
  const ofUnit = typeof unit === 'object' ? unit.field.split('.').slice(0, 1) : [];
  return [...bounds, ...ofUnit, ...(visible ? [visible.field] : [])];
}

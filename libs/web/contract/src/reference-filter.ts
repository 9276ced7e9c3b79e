import { FIELD_FACTS, type FieldTypeName } from './field-types.js';

/** A field as the filter of a list names it. */
export interface FilteredField<Type extends string = FieldTypeName> {
  readonly name: string;
  readonly type: Type;
  /** Its name in expressions, if that differs: `field("for")`. */
  readonly expression?: string;
}

/** Records whose reference, of any type, names this record or member. */
export function referenceFilter({ name, type, expression = name }: FilteredField, id: string): string {
  const literal = JSON.stringify(id);
  const facts = FIELD_FACTS[type];
  if (facts.many === true) return `${literal} in ${expression}`;
  return `${facts.holds === 'record_of_any_kind' ? `${expression}.id` : expression} == ${literal}`;
}

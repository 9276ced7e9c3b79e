/** A field as the filter of a list names it. */
export interface FilteredField {
  readonly name: string;
  readonly type: string;
  /** Its name in expressions, if that differs: `field("for")`. */
  readonly expression?: string;
}

/** Records whose reference, of any type, names this record or member. */
export function referenceFilter({ name, type, expression = name }: FilteredField, id: string): string {
  const literal = JSON.stringify(id);
  if (type === 'refs' || type === 'users') return `${literal} in ${expression}`;
  return `${type === 'any_ref' ? `${expression}.id` : expression} == ${literal}`;
}

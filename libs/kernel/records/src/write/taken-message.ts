import { fieldTitle, type RecordShape, type RegisteredKind } from '@cubit/core/host';

export interface TakenValues {
  /** Names of the fields that are unique together. */
  readonly key: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** `There is an asset with Serial number 'A-1' already.` */
export function takenMessage(
  { definition }: Pick<RegisteredKind, 'definition'>,
  { fields }: RecordShape,
  { key, values }: TakenValues,
): string {
  const title = definition.title[0].toLowerCase();
  const titles = key.map((name) => {
    const field = fields.get(name);
    return field ? fieldTitle(field) : name;
  });
  const taken = key.map((name) => String(values[name])).join(', ');
  return `There is ${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title} with ${titles.join(', ')} '${taken}' already.`;
}

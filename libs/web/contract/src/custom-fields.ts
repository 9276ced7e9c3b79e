import { FIELD_FACTS, type FieldTypeName, typeHolds, isFieldType } from './field-types.js';

/**
 * What `/field-definitions`, the rows of its table and the lines of archives call a type of custom fields, in the order in which the API lists them.
 * Null: a workspace cannot add a field of the type.
 */
const NAMES = {
  text: 'text',
  longtext: 'long_text',
  decimal: 'number',
  integer: 'integer',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  enum: 'select',
  multi_select: 'multi_select',
  url: 'url',
  email: 'email',
  ref: 'record',
  file: 'file',
  money: 'money',
  user: null,
  users: null,
  refs: null,
  any_ref: null,
  json: null,
} as const satisfies Readonly<Record<FieldTypeName, string | null>>;

/** A type of custom fields. */
export type CustomFieldType = {
  [Type in FieldTypeName]: (typeof NAMES)[Type] extends null ? never : Type;
}[FieldTypeName];
/** Its name in `/field-definitions`. */
export type CustomFieldName = (typeof NAMES)[CustomFieldType];

const TYPES = Object.keys(NAMES).filter(isCustom);
const TYPE_OF_NAME = new Map(TYPES.map((type) => [NAMES[type], type]));
export const CUSTOM_FIELD_NAMES: readonly CustomFieldName[] = TYPES.map(nameOfType);

function isCustom(type: string): type is CustomFieldType {
  return isFieldType(type) && NAMES[type] !== null;
}

export function nameOfType(type: CustomFieldType): CustomFieldName {
  return NAMES[type];
}

export function typeOfName(name: CustomFieldName): CustomFieldType {
  const type = TYPE_OF_NAME.get(name);
  if (type === undefined) throw new Error(`No type of custom fields is called '${String(name)}'.`);
  return type;
}

/** Values that are lists or too long have no index. */
export function canIndex(type: CustomFieldType): boolean {
  return FIELD_FACTS[type].many !== true && FIELD_FACTS[type].long !== true;
}

/** Values that repeat by nature, or cannot be distinguished by an index, are never unique. */
export function canBeUnique(type: CustomFieldType): boolean {
  return canIndex(type) && !typeHolds(type, 'boolean', 'money');
}

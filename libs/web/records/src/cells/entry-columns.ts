import type { UiField, UiKind } from '@cubit/web-client';
import { FIELD_FACTS, FIELD_TYPES, typeHolds, typeHoldsOne } from '@cubit/web-contract';
import { isEmpty } from '../forms/model/encode.js';
import { fieldsOfSchema, type FormField } from '../forms/model/form-field.js';

/** An object of a list that a record has. */
export type Entry = Readonly<Record<string, unknown>>;

/** Whether a value is a list of objects whose members the field declares. */
export function isListOfEntries({ schema }: Pick<UiField, 'schema'>, value: unknown): value is readonly Entry[] {
  return schema.items?.properties !== undefined && Array.isArray(value) && value.length > 0;
}

/** Whether a value is an object whose members the field declares, and no value of a type of its own such as money. */
export function isObjectOf(
  { type, schema, ui }: Pick<UiField, 'type' | 'schema' | 'ui'>,
  value: unknown,
): value is Entry {
  if (!typeHolds(type, 'data') || (ui.widget !== undefined && ui.widget !== 'json') || !schema.properties) return false;
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The columns of a list of objects: the members with one value each that some entry has. A reference to a record without a name of its own is
 * left out where another one has a name.
 */
export function columnsOfEntries(
  { schema }: Pick<UiField, 'schema'>,
  entries: readonly Entry[],
  kindOf: (id: string) => UiKind | undefined,
): readonly UiField[] {
  const members = fieldsOfSchema(schema.items ?? {}).filter(
    ({ name, type }) => !['object', 'array', 'json'].includes(type) && entries.some((entry) => !isEmpty(entry[name])),
  );
  const isReference = ({ type }: FormField) => typeHoldsOne(type, 'record');
  const hasName = ({ schema: { 'x-kind': id } }: FormField) => kindOf(String(id))?.title_field !== null;
  const isNamed = members.some((member) => isReference(member) && hasName(member));
  return members.filter((member) => !isNamed || !isReference(member) || hasName(member)).map(shownMember);
}

const SEVERAL_RECORDS = FIELD_TYPES.find((type) => typeHolds(type, 'record') && FIELD_FACTS[type].many === true);

/** A member of an object as a field of a kind, which values are shown by. */
export function shownMember(member: FormField): UiField {
  const { type, schema, nullable: _nullable, readOnly, ...rest } = member;
  const own = { ...rest, read_only: readOnly, fixed: false, sortable: false, custom: false };
  const kind = schema.items?.['x-kind'];
  if (kind !== undefined && SEVERAL_RECORDS)
    return { ...own, type: SEVERAL_RECORDS, schema: { ...schema, 'x-kind': kind } };
  return { ...own, type: type === 'object' || type === 'array' ? 'json' : type, schema };
}

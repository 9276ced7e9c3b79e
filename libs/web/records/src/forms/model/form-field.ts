import {
  type FieldHints,
  type FieldTypeName,
  fieldTypeOf,
  labelOf,
  typeHoldsOne,
  withTitles,
} from '@cubit/web-contract';
import type { Lifecycle, Schema, UiField, UiKind } from '@cubit/web-client';

/** The types of fields, and those of members that are none. */
export type FormType = FieldTypeName | 'object' | 'array';

/** A field of a kind or a member of an input, in one shape. */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly type: FormType;
  readonly schema: Schema;
  readonly ui: FieldHints;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** Null is a value: what is empty is sent as null where the field is required. */
  readonly nullable: boolean;
}

/** The fields that people write, in declared order. `fixed` ones are written at creation alone. */
export function fieldsOfKind({ fields, lifecycle }: UiKind, isNew: boolean): readonly FormField[] {
  return fields
    .filter((field) => !field.ui.hidden && !field.read_only && (isNew || !field.fixed))
    .filter(({ name }) => name !== lifecycle?.field || canSetState(lifecycle, isNew))
    .map((field) => helpful(fieldOfKind(field), (name) => fields.find((other) => other.name === name)?.title))
    .map((field) =>
      withChoices(field, isNew && field.name === lifecycle?.field ? lifecycle.initial : field.ui.choices),
    );
}

/** A state that actions alone set is not asked for, nor one without a choice. */
function canSetState({ initial = [], transitions = [] }: Lifecycle, isNew: boolean): boolean {
  return isNew ? initial.length !== 1 : transitions.some(({ actions }) => actions.length === 0);
}

function withChoices(field: FormField, choices: readonly string[] | undefined): FormField {
  if (choices === undefined || choices.length === 0) return field;
  return { ...field, schema: { ...field.schema, enum: choices } };
}

export function fieldOfKind(field: UiField): FormField {
  const { name, title, description, type, schema, ui, required, read_only: readOnly } = field;
  return { name, title, description, type, schema, ui, required, readOnly, nullable: false };
}

/** The members of an object schema that people are asked for. */
export function fieldsOfSchema(schema: Schema, hidden: readonly string[] = []): readonly FormField[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {})
    .filter(([name, member]) => !hidden.includes(name) && member['x-ui']?.hidden !== true && member.const === undefined)
    .map(([name, member]) => helpful(fieldOfSchema(name, member, required.includes(name)), memberTitles(schema)));
}

/** The titles of the members of an object schema, also of those that people are not asked for. */
export function memberTitles({ properties = {} }: Schema): (name: string) => string | undefined {
  return (name) => (Object.hasOwn(properties, name) ? (properties[name]?.title ?? labelOf(name)) : undefined);
}

/** Its description names other fields and its own values by their titles. */
function helpful(field: FormField, titleOf: (name: string) => string | undefined): FormField {
  const { description, schema, ui } = field;
  if (description === null) return field;
  const valueTitle = (value: string) =>
    schema.enum?.includes(value) === true ? (ui.titles?.[value] ?? labelOf(value)) : undefined;
  return { ...field, description: withTitles(description, (name) => valueTitle(name) ?? titleOf(name)) };
}

export function fieldOfSchema(name: string, given: Schema, required: boolean): FormField {
  const { schema, nullable } = withoutNull(given);
  return {
    name,
    title: given.title ?? schema.title ?? labelOf(name),
    description: given.description ?? schema.description ?? null,
    type: typeOf(schema),
    schema,
    ui: given['x-ui'] ?? schema['x-ui'] ?? {},
    required,
    readOnly: false,
    nullable,
  };
}

/** A choice between a schema and null is the schema, which may be empty. One between texts is an enum. */
function withoutNull(schema: Schema): { readonly schema: Schema; readonly nullable: boolean } {
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  const others = choices.filter(({ type }) => type !== 'null');
  const nullable = others.length < choices.length;
  const texts = others.flatMap(({ const: value }) => (typeof value === 'string' ? [value] : []));
  const isEnum = texts.length > 0 && texts.length === others.length;
  if (!nullable && !isEnum) return { schema, nullable };
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = schema;
  const [only] = others;
  if (isEnum) return { schema: { ...rest, enum: texts }, nullable };
  return { schema: others.length === 1 && only ? { ...rest, ...only } : { ...rest, anyOf: others }, nullable };
}

/** Whether one press completes a value, so that it can be saved at once. */
export const isChosen = ({ type }: Pick<FormField, 'type'>): boolean =>
  typeHoldsOne(type, 'boolean', 'option', 'record', 'member', 'file');

function typeOf(schema: Schema): FormType {
  const declared = fieldTypeOf(schema);
  if (declared !== undefined) return declared;
  if (schema.enum) return 'enum';
  if (schema.anyOf ?? schema.oneOf) return everyIsText(schema.anyOf ?? schema.oneOf ?? []) ? 'text' : 'json';
  if (typeof schema['x-kind'] === 'string') return 'ref';
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type;
  if (type === 'string')
    return STRING_FORMATS[schema.format ?? ''] ?? ((schema.maxLength ?? 0) > 1_000 ? 'longtext' : 'text');
  return JSON_TYPES[String(type)] ?? 'json';
}

/** Types of JSON Schema. */
const JSON_TYPES: Readonly<Record<string, FormType>> = {
  number: 'decimal',
  integer: 'integer',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
};

const STRING_FORMATS: Readonly<Record<string, FormType>> = {
  date: 'date',
  'date-time': 'datetime',
  uri: 'url',
  email: 'email',
};

const everyIsText = (schemas: readonly Schema[]) =>
  schemas.every(({ type }) => type === 'string' || type === 'integer' || type === 'number');

/** Members of the objects in an array; null where the array has something else. */
export function columnsOf({ schema }: FormField): readonly FormField[] | null {
  const { items } = schema;
  return items?.properties && Object.keys(items.properties).length > 0 ? fieldsOfSchema(items) : null;
}

/** A member of an object as a field of a kind, which values are shown by. */
export function shownMember(member: FormField): UiField {
  const { type, schema, nullable: _nullable, readOnly, ...rest } = member;
  const own = { ...rest, read_only: readOnly, fixed: false, sortable: false, custom: false };
  const kind = schema.items?.['x-kind'];
  if (kind !== undefined) return { ...own, type: 'refs', schema: { ...schema, 'x-kind': kind } };
  return { ...own, type: type === 'object' || type === 'array' ? 'json' : type, schema };
}

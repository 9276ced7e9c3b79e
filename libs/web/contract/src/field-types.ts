/** What a value is, or each of them if there are several. */
export type FieldContent =
  | 'text'
  /** A URL or an email address. */
  | 'address'
  | 'number'
  | 'money'
  | 'day'
  | 'instant'
  /** One of those that the schema lists. */
  | 'option'
  /** A record of the kind that the schema names. */
  | 'record'
  | 'record_of_any_kind'
  | 'member'
  | 'file'
  | 'boolean'
  | 'data';

export interface FieldFacts {
  readonly holds: FieldContent;
  /** Its values are lists of what it holds. */
  readonly many: boolean;
  /** Too long for an index, a group, or one line. */
  readonly long: boolean;
  /** Without a fraction. */
  readonly whole: boolean;
}

/** All of one shape, since values are read and written by them. */
function facts(
  holds: FieldContent,
  { many = false, long = false, whole = false }: Partial<FieldFacts> = {},
): FieldFacts {
  return { holds, many, long, whole };
}

const FACTS = {
  text: facts('text'),
  longtext: facts('text', { long: true }),
  integer: facts('number', { whole: true }),
  decimal: facts('number'),
  money: facts('money'),
  date: facts('day'),
  datetime: facts('instant'),
  enum: facts('option'),
  multi_select: facts('option', { many: true }),
  ref: facts('record'),
  refs: facts('record', { many: true }),
  any_ref: facts('record_of_any_kind'),
  user: facts('member'),
  users: facts('member', { many: true }),
  file: facts('file'),
  boolean: facts('boolean'),
  url: facts('address'),
  email: facts('address'),
  json: facts('data'),
} satisfies Readonly<Record<string, FieldFacts>>;

/** The type of a field: the `x-type` of its schema. A new one is declared above, and the compiler names the tables that need it. */
export type FieldTypeName = keyof typeof FACTS;

/** What is true of a type everywhere. How it is stored, read and drawn is in the tables of those parts. */
export const FIELD_FACTS: Readonly<Record<FieldTypeName, FieldFacts>> = FACTS;

export function isFieldType(name: unknown): name is FieldTypeName {
  return typeof name === 'string' && Object.hasOwn(FACTS, name);
}

/** In the order of their declaration. */
export const FIELD_TYPES: readonly FieldTypeName[] = Object.keys(FACTS).filter(isFieldType);

/** The type that a schema names; undefined without one. */
export function fieldTypeOf(schema: object | undefined): FieldTypeName | undefined {
  const name: unknown = schema && 'x-type' in schema ? schema['x-type'] : undefined;
  return isFieldType(name) ? name : undefined;
}

/** Undefined for what is no type of fields: forms have objects too, and lists have tags. */
export function factsOf(type: string | undefined): FieldFacts | undefined {
  return isFieldType(type) ? FIELD_FACTS[type] : undefined;
}

/** Whether the values are one of these, or lists of them. */
export function typeHolds(type: string | undefined, ...contents: readonly FieldContent[]): boolean {
  return isFieldType(type) && contents.includes(FIELD_FACTS[type].holds);
}

/** Whether each value is one of these, and not a list. */
export function typeHoldsOne(type: string | undefined, ...contents: readonly FieldContent[]): boolean {
  return typeHolds(type, ...contents) && factsOf(type)?.many !== true;
}

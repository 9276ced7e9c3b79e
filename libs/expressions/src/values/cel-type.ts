/**
 * The type of a value. There is one numeric type: integer and decimal literals and JSON numbers can be mixed.
 * `json` is a value of unknown shape: it takes the type that the context requires, and is absent if it is not of
 * that type.
 */
export type CelType =
  | 'string'
  | 'number'
  | 'bool'
  | 'timestamp'
  | 'duration'
  | 'json'
  | 'null'
  | { readonly list: CelType }
  | CelObjectType;

export interface CelObjectType {
  readonly object: Readonly<Record<string, CelField>>;
  /** Of a map: the values of its other keys. */
  readonly others?: CelField;
}

export interface CelField {
  readonly type: CelType;
  /** For editors with completion. The language treats every field as optional. */
  readonly optional?: boolean;
  /** The only texts that the field can have: a comparison with another literal is a type error that lists them. */
  readonly enum?: readonly string[];
  /** Of a reference, or a list of them: the kind of the records that it names. */
  readonly refersTo?: string;
  /** Of a number: the unit that it is in. */
  readonly unit?: string;
  /** Of a list of texts: `in` treats two texts with the same result as equal. */
  readonly fold?: (text: string) => string;
}

/** The names that an expression may use, given by the owner of the data: a record kind, an event, a wire. */
export interface CelSchema {
  readonly variables: Readonly<Record<string, CelField>>;
  /** Kinds whose records form trees: `within()` takes references to them. */
  readonly trees?: ReadonlySet<string>;
  /** A filter of a list, which `search()` is for. */
  readonly isSearched?: boolean;
}

export function isListType(type: CelType): type is { readonly list: CelType } {
  return typeof type === 'object' && 'list' in type;
}

export function isObjectType(type: CelType): type is CelObjectType {
  return typeof type === 'object' && 'object' in type;
}

export function sameType(a: CelType, b: CelType): boolean {
  if (isListType(a) && isListType(b)) return sameType(a.list, b.list);
  if (isObjectType(a) && isObjectType(b)) return sameFields(a.object, b.object) && sameField(a.others, b.others);
  return a === b;
}

function sameFields(a: Readonly<Record<string, CelField>>, b: Readonly<Record<string, CelField>>): boolean {
  if (a === b) return true;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => {
    const right = Object.hasOwn(b, name) ? b[name] : undefined;
    return right !== undefined && sameField(a[name], right);
  });
}

function sameField(a: CelField | undefined, b: CelField | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameType(a.type, b.type);
}

/** The type as messages name it: `a number`, `a list of texts`. */
export function describeType(type: CelType): string {
  if (isListType(type)) return type.list === 'null' ? 'an empty list' : `a list of ${PLURALS[plainType(type.list)]}`;
  return SINGULARS[plainType(type)];
}

type PlainType = Extract<CelType, string> | 'list' | 'object';

function plainType(type: CelType): PlainType {
  if (isListType(type)) return 'list';
  if (isObjectType(type)) return 'object';
  return type;
}

const SINGULARS: Readonly<Record<PlainType, string>> = {
  string: 'a text',
  number: 'a number',
  bool: 'true or false',
  timestamp: 'a time',
  duration: 'a duration',
  json: 'a value of unknown shape',
  null: 'null',
  list: 'a list',
  object: 'an object',
};

const PLURALS: Readonly<Record<PlainType, string>> = {
  string: 'texts',
  number: 'numbers',
  bool: 'true or false',
  timestamp: 'times',
  duration: 'durations',
  json: 'values of unknown shape',
  null: 'nulls',
  list: 'lists',
  object: 'objects',
};

import { Type, type Static, type TSchema } from 'typebox';
import { DECIMAL_LIMIT, DECIMAL_PLACES, type Money } from '@cubit/decimal';
import type { FieldHints } from '@cubit/web-contract';

const TEXT_LENGTH = 500;
const LONG_TEXT_LENGTH = 20_000;
const URL_LENGTH = 2_000;
const SECRET_LENGTH = 4_000;
const COLOR_LENGTH = 50;
const COLOR_DESCRIPTION =
  'Takes `FF0000`, `#F00`, `#RRGGBBAA` and names of CSS; stored as `#rrggbb`, with the alpha apart.';

/**
 * What happens to a reference when its target is deleted: `restrict` refuses the deletion, `clear` empties the field, `keep`
 * keeps the id (for ledgers).
 */
export type OnDelete = 'restrict' | 'clear' | 'keep';

interface Described {
  /** Label in forms, tables and messages. */
  readonly title?: string;
  readonly description?: string;
  /** How the web app draws the field. */
  readonly ui?: FieldHints;
}
interface TextOptions extends Described {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: 'currency';
  readonly default?: string;
}
interface NumberOptions extends Described {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  /** A value within the bounds that is not allowed. */
  readonly not?: { readonly const: number };
  readonly default?: number;
}

export interface AnyRef {
  readonly kind: string;
  readonly id: string;
}

/** The schema with other text. A spread would lose the mark of an optional member, which TypeBox does not make enumerable. */
function relabel<Schema extends TSchema>(schema: Schema, text: Pick<Described, 'title' | 'description'>): Schema {
  const members = { ...Object.getOwnPropertyDescriptors(schema), ...Object.getOwnPropertyDescriptors(text) };
  // The text is first, as in every other schema.
  return Object.defineProperties({ ...text }, members) as unknown as Schema;
}

const uuid = (extra: object) => Type.String({ format: 'uuid', ...extra });

/** Options as members of a JSON Schema: hints are an extension of ours. */
function keywords<Options extends Described>({ ui, ...options }: Options): Omit<Options, 'ui'> {
  return (ui ? { ...options, 'x-ui': ui } : options) as Omit<Options, 'ui'>;
}

/**
 * The field types, shared by modules, custom fields, OpenAPI, filters and validation. Each returns plain JSON Schema: `x-type`
 * names the type, `x-kind` the target of a reference.
 */
export const Field = {
  /** One line, up to 500 code points. */
  text: (options: TextOptions = {}) => Type.String({ maxLength: TEXT_LENGTH, ...keywords(options), 'x-type': 'text' }),
  /** Markdown, up to 20,000 code points. */
  longtext: (options: TextOptions = {}) =>
    Type.String({ maxLength: LONG_TEXT_LENGTH, ...keywords(options), 'x-type': 'longtext' }),
  /** Takes `FF0000`, `#F00`, `#RRGGBBAA` and names of CSS. Stored as `#rrggbb`, with the alpha in a field `color_alpha` beside it. */
  color: (options: Described = {}) =>
    Type.String({
      format: 'color',
      minLength: 1,
      maxLength: COLOR_LENGTH,
      examples: ['#1f6feb'],
      ...keywords({ description: COLOR_DESCRIPTION, ...options }),
      'x-type': 'text',
    }),
  /** The alpha of the colour beside it, which people give with the colour. */
  colorAlpha: () =>
    Type.Number({
      title: 'Opacity',
      'x-ui': { hidden: true },
      minimum: 0,
      maximum: 1,
      multipleOf: 10 ** -DECIMAL_PLACES,
      description: 'Opacity of the colour, from 0 to 1. Absent for an opaque colour.',
      'x-type': 'decimal',
    }),
  integer: (options: NumberOptions = {}) =>
    Type.Integer({ minimum: -DECIMAL_LIMIT, maximum: DECIMAL_LIMIT, ...keywords(options), 'x-type': 'integer' }),
  /** A JSON number with up to six decimals. */
  decimal: (options: NumberOptions = {}) =>
    Type.Number({
      ...(options.exclusiveMinimum === undefined ? { minimum: -DECIMAL_LIMIT } : {}),
      maximum: DECIMAL_LIMIT,
      multipleOf: 10 ** -DECIMAL_PLACES,
      ...keywords(options),
      'x-type': 'decimal',
    }),
  money: (options: Described = {}) =>
    Type.Unsafe<Money>({
      type: 'object',
      properties: {
        amount: { type: 'string', pattern: '^-?\\d{1,15}(\\.\\d{1,6})?$', examples: ['12.3400'] },
        currency: { type: 'string', format: 'currency', examples: ['EUR'] },
      },
      required: ['amount', 'currency'],
      additionalProperties: false,
      ...keywords(options),
      'x-type': 'money',
    }),
  boolean: (options: Described & { readonly default?: boolean } = {}) =>
    Type.Boolean({ ...keywords(options), 'x-type': 'boolean' }),
  /** `2026-01-31`. */
  date: (options: Described = {}) => Type.String({ format: 'date', ...keywords(options), 'x-type': 'date' }),
  /** RFC 3339 with any offset; stored as UTC with milliseconds. */
  datetime: (options: Described = {}) =>
    Type.String({ format: 'date-time', ...keywords(options), 'x-type': 'datetime' }),
  enum: <const Values extends readonly string[]>(
    values: Values,
    options: Described & { readonly default?: Values[number] } = {},
  ) => Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...keywords(options), 'x-type': 'enum' }),
  /** Any number of the values, each at most once. */
  enums: <const Values extends readonly string[]>(values: Values, options: Described = {}) =>
    Type.Unsafe<readonly Values[number][]>({
      type: 'array',
      items: { type: 'string', enum: [...values] },
      uniqueItems: true,
      maxItems: values.length,
      ...keywords(options),
      'x-type': 'multi_select',
    }),
  /** An absolute http or https URL. */
  url: (options: Described = {}) =>
    Type.String({ format: 'uri', pattern: '^https?://', maxLength: URL_LENGTH, ...keywords(options), 'x-type': 'url' }),
  email: (options: Described = {}) =>
    Type.String({ format: 'email', maxLength: 254, ...keywords(options), 'x-type': 'email' }),
  /** The id of a member of the workspace. */
  user: (options: Described = {}) => uuid({ ...keywords(options), 'x-type': 'user' }),
  /** Ids of members of the workspace. */
  users: (options: Described & { readonly maxItems?: number; readonly default?: readonly string[] } = {}) => {
    const { maxItems = 200, ...described } = options;
    return Type.Array(uuid({}), { uniqueItems: true, maxItems, ...keywords(described), 'x-type': 'users' });
  },
  file: (options: Described = {}) => uuid({ ...keywords(options), 'x-type': 'file' }),
  /** The id of a record of `kind`, in the same workspace. */
  ref: (kind: string, options: Described & { readonly onDelete?: OnDelete } = {}) => {
    const { onDelete = 'restrict', ...described } = options;
    return uuid({ ...keywords(described), 'x-type': 'ref', 'x-kind': kind, 'x-on-delete': onDelete });
  },
  /** Ids of records of `kind`. */
  refs: (
    kind: string,
    options: Described & { readonly onDelete?: OnDelete; readonly minItems?: number; readonly maxItems?: number } = {},
  ) => {
    const { onDelete = 'clear', maxItems = 200, ...described } = options;
    const items = uuid({});
    return Type.Array(items, {
      uniqueItems: true,
      maxItems,
      ...keywords(described),
      'x-type': 'refs',
      'x-kind': kind,
      'x-on-delete': onDelete,
    });
  },
  /** A record of any kind. */
  anyRef: (options: Described = {}) =>
    Type.Unsafe<AnyRef>({
      type: 'object',
      properties: {
        kind: { type: 'string', pattern: '^[a-z][a-z0-9-]*:[a-z][a-z0-9_]*$' },
        id: { type: 'string', format: 'uuid' },
      },
      required: ['kind', 'id'],
      additionalProperties: false,
      ...keywords(options),
      'x-type': 'any_ref',
    }),
  /** Structured data of the given shape. */
  json: <Shape extends TSchema>(shape: Shape, options: Described = {}) =>
    Type.Unsafe<Static<Shape>>({ ...(shape as object), ...keywords(options), 'x-type': 'json' }),
  /**
   * A text that nobody can read back, such as a password or a key of another system: for members of a module's `settings` alone. The API
   * answers `{ "set": true }` in its place, and takes a text that sets it or null that clears it. `context.settings` has the plain text, or
   * null; the member is not enumerable, so that a copy or a log of the settings does not contain it.
   */
  secret: (options: Described & { readonly maxLength?: number } = {}) =>
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: SECRET_LENGTH,
      ...keywords(options),
      default: null,
      writeOnly: true,
      'x-secret': true,
    }),
  /** The schema with this title, where several members share one schema. */
  titled: <Schema extends TSchema>(title: string, schema: Schema): Schema => relabel(schema, { title }),
  /** The schema with the title and the description of `field`, which it repeats in a payload or an input; or with those given. */
  described: <Schema extends TSchema>(field: object, schema: Schema): Schema => {
    const { title = '', description = '' } = field as Described;
    return relabel(schema, { title, description });
  },
  /** Payload member `changes` of the event of a changed record: the changed fields with their values. */
  changes: () =>
    Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }), {
      title: 'Changes',
      description: 'The changed fields by name, each with its value before (`from`) and after (`to`).',
    }),
};

/** A field that module code writes: read-only in the API, filterable and sortable like a stored field. */
export function computed<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, readOnly: true } as Schema;
}

/**
 * A computed field over other records (a count, a sum). A write that changes only rollups creates no new version and no history
 * entry, so it does not conflict with a user who edits the record.
 */
export function rollup<Schema extends TSchema>(schema: Schema): Schema {
  return { ...computed(schema), 'x-rollup': true } as Schema;
}

/** A field that clients can set when they create a record, and not change later. */
export function fixed<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, 'x-fixed': true } as Schema;
}

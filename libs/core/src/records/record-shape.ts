import { Type, type TObject, type TSchema } from 'typebox';
import type { AnyKind } from '../contract/module.js';
import { initialStates } from '../contract/lifecycle.js';
import type { OnDelete } from '../contract/field.js';
import type { ReferenceField } from '../registry/registered.js';

/** One field as the kernel works with it. */
export interface ShapeField {
  readonly name: string;
  /** `decimal`, `ref`, ...: the `x-type` of its schema. */
  readonly type: string;
  readonly schema: TSchema;
  /** A new record must have it (and it has no default). */
  readonly required: boolean;
  /** Written by module code alone. */
  readonly readOnly: boolean;
  /** Follows from other records: a change of it is no new version. */
  readonly tally: boolean;
  /** Not to be changed once the record is made. */
  readonly fixed: boolean;
  readonly default: unknown;
  /** Added by the workspace; null for a field of the kind itself. */
  readonly custom: CustomField | null;
}

/** A kind with the custom fields of a workspace: every schema, made once. */
export interface RecordShape {
  readonly kind: AnyKind;
  readonly fields: ReadonlyMap<string, ShapeField>;
  /** The field that every record's title is; null: titles are made otherwise, or the field may be absent. */
  readonly titleField: string | null;
  /** Has fields that follow from other records: a record changes within its version. */
  readonly hasTallies: boolean;
  readonly references: readonly ReferenceField[];
  /** Names of the fields that hold a file. */
  readonly fileFields: readonly string[];
  /** Those and the hidden ones: what is mirrored in `record_reference`, whether it is shown at present or not. */
  readonly storedReferences: readonly ReferenceField[];
  /** References to kinds that the workspace has not enabled, and custom fields whose definition is gone: kept, but neither shown nor taken. */
  readonly hidden: readonly string[];
  /** `fields` as they are kept, hidden ones included. */
  readonly storedSchema: TObject;
  /** `fields` as they are read. */
  readonly readSchema: TObject;
  /** `fields` as a client sends them to create. */
  readonly createSchema: TObject;
  /** `fields` as a client sends them to change: a merge patch, `null` removes. */
  readonly patchSchema: TObject;
}

type Marked = TSchema & {
  readonly readOnly?: boolean;
  readonly 'x-fixed'?: boolean;
  readonly 'x-tally'?: boolean;
  readonly 'x-type'?: string;
  readonly 'x-kind'?: string;
  readonly 'x-on-delete'?: OnDelete;
  readonly default?: unknown;
};

/** A field that a workspace has added to a kind. */
export interface CustomField {
  readonly name: string;
  readonly schema: TSchema;
  /** Of new records. Those made before the field was may lack it. */
  readonly required: boolean;
  /** Its definition is gone, its values are kept. */
  readonly deleted?: boolean;
  readonly indexed?: boolean;
  /** The index that makes its values unique in the workspace: a violation is told by it. */
  readonly uniqueIndex?: string | null;
}

const closed = { additionalProperties: false } as const;

export interface ShapeOptions {
  readonly custom?: readonly CustomField[];
  /** Kinds that can be referred to; absent: every one. */
  readonly kinds?: ReadonlySet<string>;
}

export function createShape(kind: AnyKind, { custom = [], kinds }: ShapeOptions = {}): RecordShape {
  const declared: TObject = kind.fields;
  const requiredNames = new Set<string>((declared as { required?: string[] }).required ?? []);
  const lifecycle = kind.lifecycle;
  const withInitial = (name: string, schema: TSchema) =>
    name === lifecycle?.field ? { default: initialStates(lifecycle)[0], ...schema } : schema;
  const own = Object.entries(declared.properties).map(([name, schema]) =>
    shapeField(name, withInitial(name, schema), requiredNames.has(name)),
  );
  // A field that the module brought along later takes the name over.
  const free = custom.filter(({ name }) => !Object.hasOwn(declared.properties, name));
  const added = free.map((field) => shapeField(field.name, field.schema, field.required, field));
  const stored = [...own, ...added];
  const isHidden = (field: ShapeField) =>
    field.custom?.deleted === true ||
    (kinds !== undefined &&
      referenceOf(field).some((reference) => reference.kind !== null && !kinds.has(reference.kind)));
  const fields = stored.filter((field) => !isHidden(field));
  const writable = fields.filter((field) => !field.readOnly);
  const alwaysThere = own.filter((field) => requiredNames.has(field.name) || field.default !== undefined);
  const presentNames = new Set(alwaysThere.map((field) => field.name));
  const createSchemaOf = (field: ShapeField) =>
    lifecycle?.field === field.name ? { ...field.schema, enum: initialStates(lifecycle) } : field.schema;
  return {
    kind,
    fields: new Map(fields.map((field) => [field.name, field])),
    titleField: alwaysThere.find(({ name, type }) => name === kind.titleField && type === 'text')?.name ?? null,
    hasTallies: fields.some((field) => field.tally),
    references: fields.flatMap(referenceOf),
    fileFields: stored.filter((field) => field.type === 'file').map((field) => field.name),
    storedReferences: stored.flatMap(referenceOf),
    hidden: stored.filter(isHidden).map((field) => field.name),
    storedSchema: objectOf(stored, (field) => [
      // A client's values are checked at the door. What is kept of an older definition must not forbid other changes of the record.
      field.custom ? Type.Unknown() : field.schema,
      presentNames.has(field.name),
    ]),
    readSchema: objectOf(fields, (field) => [field.schema, presentNames.has(field.name)]),
    createSchema: objectOf(
      writable,
      (field) => [createSchemaOf(field), field.required],
      namesOf(fields, (field) => field.readOnly),
    ),
    patchSchema: objectOf(
      writable.filter((field) => !field.fixed),
      (field) => [patchOf(field, presentNames.has(field.name) || field.custom?.required === true), false],
      namesOf(fields, (field) => field.readOnly || field.fixed),
    ),
  };
}

function shapeField(name: string, schema: TSchema, required: boolean, custom: CustomField | null = null): ShapeField {
  const marked = schema as Marked;
  return {
    name,
    type: marked['x-type'] ?? 'json',
    schema: withoutOptional(schema),
    required: required && marked.default === undefined && marked.readOnly !== true,
    readOnly: marked.readOnly === true,
    tally: marked['x-tally'] === true,
    fixed: marked['x-fixed'] === true,
    default: marked.default,
    custom,
  };
}

/**
 * A member of a merge patch: what can be absent may be `null`, and of an object any part may be sent. The whole that comes of it is
 * checked once it is merged.
 */
function patchOf(field: ShapeField, always: boolean): TSchema {
  const isObject = (field.schema as { readonly type?: unknown }).type === 'object';
  const schema = isObject
    ? Type.Unsafe<object>({ type: 'object', description: `A merge patch of ${field.name}.` })
    : field.schema;
  return always ? schema : Type.Union([schema, Type.Null()]);
}

/** The marker of optionality belongs to the object that holds the field, not to the field's schema. */
function withoutOptional(schema: TSchema): TSchema {
  return { ...schema };
}

function namesOf(fields: readonly ShapeField[], wanted: (field: ShapeField) => boolean): readonly string[] {
  return fields.filter(wanted).map((field) => field.name);
}

/** `readOnly` names members that exist but are not taken here, so that a client who sends one is told so. */
function objectOf(
  fields: readonly ShapeField[],
  describe: (field: ShapeField) => readonly [TSchema, boolean],
  readOnly: readonly string[] = [],
): TObject {
  const properties = Object.fromEntries(
    fields.map((field) => {
      const [schema, present] = describe(field);
      return [field.name, present ? schema : Type.Optional(schema)];
    }),
  );
  return Type.Object(properties, readOnly.length > 0 ? { ...closed, 'x-read-only': readOnly } : closed);
}

function referenceOf(field: ShapeField): ReferenceField[] {
  const marked = field.schema as Marked;
  const onDelete = marked['x-on-delete'] ?? 'keep';
  if (field.type === 'ref' || field.type === 'refs')
    return [{ name: field.name, kind: marked['x-kind'] ?? null, many: field.type === 'refs', onDelete }];
  return field.type === 'any_ref' ? [{ name: field.name, kind: null, many: false, onDelete: 'keep' }] : [];
}

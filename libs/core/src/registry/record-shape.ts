import { Type, type TObject, type TSchema } from 'typebox';
import { FIELD_FACTS, type FieldTypeName, fieldTypeOf, labelOf, typeHolds } from '@cubit/web-contract';
import type { AnyKind } from '../contract/module.js';
import { initialStates } from '../contract/lifecycle.js';
import type { OnDelete } from '../contract/field.js';

/** A field that refers to records. */
export interface ReferenceField {
  readonly name: string;
  /** Kind of the target; null for a field that takes any kind. */
  readonly kind: string | null;
  readonly many: boolean;
  readonly onDelete: OnDelete;
}

/** One field of a kind, as the kernel uses it. */
export interface ShapeField {
  readonly name: string;
  /** `decimal`, `ref`, ...: the `x-type` of its schema. */
  readonly type: FieldTypeName;
  readonly schema: TSchema;
  /** Required for new records (and without a default). */
  readonly required: boolean;
  /** Only module code writes the field. */
  readonly readOnly: boolean;
  /** Computed from other records: a change does not create a new version. */
  readonly rollup: boolean;
  /** Cannot be changed after the record is created. */
  readonly fixed: boolean;
  readonly default: unknown;
  /** Set for a custom field; null for a field of the kind itself. */
  readonly custom: CustomField | null;
}

/** The title of a field: its own, or one from its name. */
export function fieldTitle({ schema, name }: Pick<ShapeField, 'schema' | 'name'>): string {
  return (schema as { readonly title?: string }).title ?? labelOf(name);
}

/** A kind with the custom fields of a workspace, and all schemas derived from it. */
export interface RecordShape {
  readonly kind: AnyKind;
  readonly fields: ReadonlyMap<string, ShapeField>;
  /** The field that is every record's title; null if titles are computed or the field is optional. */
  readonly titleField: string | null;
  /** Has rollups: a record can change without a new version. */
  readonly hasRollups: boolean;
  readonly references: readonly ReferenceField[];
  /** Names of file fields. */
  readonly fileFields: readonly string[];
  /** Every installed kind whose records form trees, by id. */
  readonly trees: ReadonlyMap<string, RecordTree>;
  /** All references, including those of hidden fields: mirrored in `record_reference`. */
  readonly storedReferences: readonly ReferenceField[];
  /**
   * References to kinds that the workspace has not enabled, and deleted custom fields: stored, but neither shown nor accepted.
   */
  readonly hidden: readonly string[];
  /** Schema of the stored `fields`, including hidden ones. */
  readonly storedSchema: TObject;
  /** Schema of `fields` in responses. */
  readonly readSchema: TObject;
  /** Schema of `fields` in create requests. */
  readonly createSchema: TObject;
  /** Schema of `fields` in patches: a merge patch, `null` removes. */
  readonly patchSchema: TObject;
}

type MarkedSchema = TSchema & {
  readonly readOnly?: boolean;
  readonly 'x-fixed'?: boolean;
  readonly 'x-rollup'?: boolean;
  readonly 'x-kind'?: string;
  readonly 'x-on-delete'?: OnDelete;
  readonly default?: unknown;
};

/** A field that a workspace has added to a kind. */
export interface CustomField {
  readonly name: string;
  readonly schema: TSchema;
  /** Required for new records. Older records may lack it. */
  readonly required: boolean;
  /** The definition is deleted; its values are kept. */
  readonly deleted?: boolean;
  readonly indexed?: boolean;
  /** Name of the unique index of the field: a violation is reported by this name. */
  readonly uniqueIndex?: string | null;
}

const closed = { additionalProperties: false } as const;

/** Where the records of a tree are stored. */
export interface RecordTree {
  readonly partition: string;
  /** The field that refers to the record above. */
  readonly parent: string;
}

const NO_TREES: ReadonlyMap<string, RecordTree> = new Map();

export interface ShapeOptions {
  readonly trees?: ReadonlyMap<string, RecordTree>;
  readonly custom?: readonly CustomField[];
  /** Kinds that references may target; absent: every kind. */
  readonly kinds?: ReadonlySet<string>;
}

export function createShape(kind: AnyKind, { custom = [], kinds, trees = NO_TREES }: ShapeOptions = {}): RecordShape {
  const declared: TObject = kind.fields;
  const requiredNames = new Set<string>((declared as { required?: string[] }).required ?? []);
  const lifecycle = kind.lifecycle;
  const withInitial = (name: string, schema: TSchema) =>
    name === lifecycle?.field ? { default: initialStates(lifecycle)[0], ...schema } : schema;
  const own = Object.entries(declared.properties).map(([name, schema]) =>
    shapeField({ name, schema: withInitial(name, schema), required: requiredNames.has(name) }),
  );
  // A field that the module adds later hides a custom field of the same name.
  const free = custom.filter(({ name }) => !Object.hasOwn(declared.properties, name));
  const added = free.map((field) => shapeField(field, field));
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
    hasRollups: fields.some((field) => field.rollup),
    references: fields.flatMap(referenceOf),
    trees,
    fileFields: stored.filter((field) => typeHolds(field.type, 'file')).map((field) => field.name),
    storedReferences: stored.flatMap(referenceOf),
    hidden: stored.filter(isHidden).map((field) => field.name),
    storedSchema: objectOf(stored, (field) => [
      // Client input is validated before. A value stored under an older definition must not prevent other changes of the record.
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

interface DeclaredField {
  readonly name: string;
  readonly schema: TSchema;
  readonly required: boolean;
}

function shapeField({ name, schema, required }: DeclaredField, custom: CustomField | null = null): ShapeField {
  const marked = schema as MarkedSchema;
  return {
    name,
    type: fieldTypeOf(schema) ?? 'json',
    schema: withoutOptional(schema),
    required: required && marked.default === undefined && marked.readOnly !== true,
    readOnly: marked.readOnly === true,
    rollup: marked['x-rollup'] === true,
    fixed: marked['x-fixed'] === true,
    default: marked.default,
    custom,
  };
}

/**
 * Schema of a merge patch member: optional fields accept `null`, and objects accept partial values. The merged result is
 * validated later.
 */
function patchOf(field: ShapeField, always: boolean): TSchema {
  const isObject = (field.schema as { readonly type?: unknown }).type === 'object';
  const schema = isObject
    ? Type.Unsafe<object>({ type: 'object', description: `A merge patch of ${field.name}.` })
    : field.schema;
  return always ? schema : Type.Union([schema, Type.Null()]);
}

/** The optional marker belongs to the object schema, not to the field's schema. */
function withoutOptional(schema: TSchema): TSchema {
  return { ...schema };
}

function namesOf(fields: readonly ShapeField[], wanted: (field: ShapeField) => boolean): readonly string[] {
  return fields.filter(wanted).map((field) => field.name);
}

/** `readOnly` lists existing members that are not accepted here, so that the fault can give this reason. */
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
  const marked = field.schema as MarkedSchema;
  const onDelete = marked['x-on-delete'] ?? 'keep';
  const { holds: content, many = false } = FIELD_FACTS[field.type];
  if (content === 'record') return [{ name: field.name, kind: marked['x-kind'] ?? null, many, onDelete }];
  return content === 'record_of_any_kind' ? [{ name: field.name, kind: null, many, onDelete: 'keep' }] : [];
}

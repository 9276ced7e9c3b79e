import type { KindImport } from '@cubit/core';
import {
  typeHolds,
  typeHoldsOne,
  type ImportDetail,
  type RecordShape,
  type RegisteredKind,
  type Registry,
  type ShapeField,
  type WorkspaceSchema,
} from '@cubit/core/host';
import { treeField } from '../keys/record-keys.js';
import { columnsOf, FOREIGN_ID, TREE_PATH, type Column } from '../table/columns.js';
import type { Reading } from './reading.js';

const NONE: KindImport = {};
const SEPARATOR = '.';

interface Kinds {
  readonly registry: Registry;
  readonly schema: WorkspaceSchema;
  /** Of the file whose rows are imported. */
  readonly reading: Reading;
}

/** A kind with the kinds that a row of its file may describe: those that it refers to, and its details. */
export class ImportNode {
  readonly kind: RegisteredKind;
  readonly shape: RecordShape;
  readonly importing: KindImport;
  readonly reading: Reading;
  /** The file is one that an export of the kind writes: its values are taken as they are. */
  readonly exact: boolean;
  /** Cells are cleaned, with warnings: the kind declares how files of other programs become its records. */
  readonly lenient: boolean;
  /** The field by which its records form a tree; null without one. */
  readonly tree: string | null;
  readonly #kinds: Kinds;
  readonly #own: ReadonlyMap<string, Column>;
  readonly #nodes = new Map<string, ImportNode | null>();

  constructor(kinds: Kinds, kind: RegisteredKind, shape: RecordShape) {
    this.#kinds = kinds;
    this.kind = kind;
    this.shape = shape;
    this.reading = kinds.reading;
    this.exact = kinds.reading === 'exact';
    const { importing } = kind.definition;
    this.importing = this.exact ? { parameters: importing?.parameters ?? {} } : (importing ?? NONE);
    this.lenient = importing !== undefined && !this.exact;
    this.tree = kind.definition.titleField === undefined ? null : treeField(kind);
    this.#own = new Map(columnsOf(shape).map((column) => [column.name, column]));
  }

  /** The columns that an export has too. */
  get columns(): Iterable<Column> {
    return this.#own.values();
  }

  /** The column of a target; undefined if the kind has none. */
  column(name: string): Column | undefined {
    const own = this.#own.get(name);
    if (own) return own;
    if (name === FOREIGN_ID) return { name, holds: 'foreign_id' };
    if (name === TREE_PATH) return this.tree === null ? undefined : { name, holds: 'path' };
    const at = name.indexOf(SEPARATOR);
    return at < 0 ? undefined : this.#inner(name, { head: name.slice(0, at), rest: name.slice(at + 1) });
  }

  /** The kind of a reference or of a detail; null if the workspace does not have it. */
  nested(name: string): ImportNode | null {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const made = nodeOf(this.#kinds, this.detail(name)?.kind ?? this.#targetOf(name));
    this.#nodes.set(name, made);
    return made;
  }

  /** Whether the workspace has the kind. */
  knows(kind: string): boolean {
    return this.#kinds.schema.kinds.has(kind);
  }

  detail(name: string): ImportDetail | undefined {
    return this.shape.fields.has(name) ? undefined : this.importing.details?.[name];
  }

  field(name: string): ShapeField | undefined {
    return this.shape.fields.get(name);
  }

  #targetOf(name: string): string | undefined {
    const field = this.shape.fields.get(name);
    return field && typeHoldsOne(field.type, 'record') && !field.readOnly
      ? (field.schema as { 'x-kind'?: string })['x-kind']
      : undefined;
  }

  #inner(name: string, { head, rest }: { readonly head: string; readonly rest: string }): Column | undefined {
    const field = this.shape.fields.get(head);
    if (field && typeHolds(field.type, 'money') && rest === 'currency') return { name, holds: 'currency', field };
    if (field && typeHoldsOne(field.type, 'record') && rest === 'id') return { name, holds: 'foreign_key', field };
    const column = this.nested(head)?.column(rest);
    return column && { name, holds: 'nested', at: head, column };
  }
}

/** Null if the workspace does not have the kind. */
export function nodeOf(kinds: Kinds, id: string | undefined): ImportNode | null {
  const kind = id === undefined ? undefined : kinds.registry.kinds.get(id);
  const shape = id === undefined ? undefined : kinds.schema.kinds.get(id);
  return kind && shape ? new ImportNode(kinds, kind, shape) : null;
}

/** The field that a column is about, at its end. */
export function fieldOfColumn(column: Column): ShapeField | null {
  if (column.holds === 'nested') return fieldOfColumn(column.column);
  return 'field' in column ? column.field : null;
}

/** Columns that the server writes are exported and ignored by imports. */
export function isWritable(column: Column): boolean {
  if (column.holds === 'nested') return isWritable(column.column);
  return column.holds !== 'envelope' && !('field' in column && column.field.readOnly);
}

import pg from 'pg';
import { columnTypes } from './pool.js';

/** What a statement returned. */
export interface StatementResult<Row extends object> {
  /** The command that was executed: `INSERT`, `COMMIT`. */
  readonly command: string;
  /** Null for commands that affect no rows. */
  readonly rowCount: number | null;
  readonly rows: Row[];
}

export interface StatementOptions {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Each connection prepares a named statement once. Undefined: it is parsed by every execution. */
  readonly name?: string | undefined;
  /** Converts an error of this statement. */
  readonly mapError?: ((error: unknown) => unknown) | undefined;
}

/** Columns of the rows that a statement returns. */
interface RowShape {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
}

/** State of `pg`, and methods whose types demand an argument that they ignore. */
interface Protocol {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  parse(query: { readonly name: string; readonly text: string }): void;
  bind(config: { readonly statement: string; readonly values: readonly unknown[] }): void;
  describe(message: { readonly type: 'P' }): void;
  execute(config: object): void;
}

/**
 * Row shapes by connection and name. They are described once: PostgreSQL refuses to execute a prepared statement whose result has
 * changed its type.
 */
const shapes = new WeakMap<pg.Connection, Map<string, RowShape>>();
/** `COMMIT`, `UPDATE 3`, `INSERT 0 3`. */
const COMPLETION = /^([A-Z]+)(?:.* (\d+))?$/;

// Of `pg`, without types: strings, numbers, dates, buffers, arrays and JSON as PostgreSQL reads them.
const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue(value: unknown): unknown } }).utils;

/** One execution of a statement, as part of a pipeline. */
export class Statement<Row extends object = object> {
  readonly name: string;
  readonly text: string;
  readonly mapError: (error: unknown) => unknown;
  readonly #values: readonly unknown[];
  readonly #rows: Row[] = [];
  #shape: RowShape | null = null;
  #shapes: Map<string, RowShape> | null = null;
  #result: StatementResult<Row> | null = null;

  constructor({ text, values, name = '', mapError = (error) => error }: StatementOptions) {
    this.text = text;
    this.name = name;
    this.mapError = mapError;
    // Converted here, so that a value without a representation fails before anything is sent.
    this.#values = values.map((value) => prepareValue(value));
  }

  /** Throws before the statement was executed. */
  get result(): StatementResult<Row> {
    if (!this.#result) throw new Error('The statement has not been executed.');
    return this.#result;
  }

  /** `parsed` has the names that this pipeline has sent already. */
  send(connection: pg.Connection, parsed: Set<string>): void {
    const protocol = connection as unknown as Protocol;
    const { name, text } = this;
    if (name === '' || (protocol.parsedStatements[name] === undefined && !parsed.has(name)))
      protocol.parse({ name, text });
    if (name !== '') parsed.add(name);
    protocol.bind({ statement: name, values: this.#values });
    this.#shapes = name === '' ? null : shapesOf(connection);
    this.#shape = this.#shapes?.get(name) ?? null;
    if (!this.#shape) protocol.describe({ type: 'P' });
    protocol.execute({});
  }

  describe(fields: readonly pg.FieldDef[]): void {
    this.#shape = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(
        ({ dataTypeID }) => columnTypes.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
      ),
    };
    this.#shapes?.set(this.name, this.#shape);
  }

  addRow(values: readonly (string | null)[]): void {
    const { names, parsers } = this.#shape as RowShape;
    const row: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) {
      const value = values[index] ?? null;
      row[name] = value === null ? null : parsers[index]?.(value);
    }
    this.#rows.push(row as Row);
  }

  /** `tag` as PostgreSQL sends it: `INSERT 0 3`. */
  complete(tag: string): void {
    // A statement without rows is described as such.
    if (!this.#shape) this.describe([]);
    const [, command = '', count] = COMPLETION.exec(tag) ?? [];
    this.#result = { command, rowCount: count === undefined ? null : Number(count), rows: this.#rows };
  }
}

function shapesOf(connection: pg.Connection): Map<string, RowShape> {
  let known = shapes.get(connection);
  if (!known) shapes.set(connection, (known = new Map()));
  return known;
}

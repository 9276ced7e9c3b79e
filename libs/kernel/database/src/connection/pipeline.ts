import type pg from 'pg';
import type { Statement } from './statement.js';

interface Completion {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Statements that are sent to the server together, in one round trip. They are executed one after the other, each with its own snapshot,
 * and none after one that fails. A query of `pg` with several statements cannot have parameters, and its own pipeline mode would
 * execute the statements after a failed one.
 */
export class Pipeline implements pg.Submittable {
  readonly #statements: readonly Statement[];
  readonly #completion: Completion;
  #index = 0;
  #isFailed = false;

  constructor(statements: readonly Statement[], completion: Completion) {
    this.#statements = statements;
    this.#completion = completion;
  }

  get texts(): readonly string[] {
    return this.#statements.map(({ text }) => text);
  }

  /** The statement that the server executes: its name and text are read by `pg` when it is parsed. */
  get current(): Statement | undefined {
    return this.#statements[this.#index];
  }

  get name(): string | undefined {
    return this.current?.name;
  }

  get text(): string | undefined {
    return this.current?.text;
  }

  submit(connection: pg.Connection): null {
    const parsed = new Set<string>();
    connection.stream.cork();
    try {
      for (const statement of this.#statements) statement.send(connection, parsed);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.current?.describe(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.current?.addRow(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.current?.complete(text);
    this.#index += 1;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: unknown): void {
    if (this.#isFailed) return;
    this.#isFailed = true;
    this.#completion.reject(this.current ? this.current.mapError(error) : error);
  }

  handleReadyForQuery(): void {
    if (!this.#isFailed) this.#completion.resolve();
  }
}

/** Executes statements in one round trip. If one fails, those after it are not executed, and its converted error is thrown. */
export function executeTogether(client: pg.ClientBase, statements: readonly Statement[]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new Pipeline(statements, { resolve, reject }));
  });
}

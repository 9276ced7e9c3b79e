import { AbortedTransactionError, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type pg from 'pg';
import { executeTogether } from './pipeline.js';
import { statementName } from './pool.js';
import { Statement, type StatementOptions, type StatementResult } from './statement.js';

/** Commands whose number of rows is a number of changes. */
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** The use of one connection, from acquiring to releasing it. */
export class Session implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #onRelease: (discard: boolean) => void;
  /** Statements that are sent together with the next one, before it. */
  #deferred: Statement[] = [];
  /** The statement that begins the transaction. */
  #begin: Statement | null = null;
  #isDiscarded = false;

  constructor(client: pg.PoolClient, onRelease: (discard: boolean) => void) {
    this.#client = client;
    this.#onRelease = onRelease;
  }

  /** A statement with values is prepared. A text without values may contain several statements. */
  async query<Row extends object>(
    query: string | StatementOptions,
    values: readonly unknown[] = [],
  ): Promise<StatementResult<Row>> {
    if (typeof query !== 'string') return this.#execute<Row>(query);
    if (values.length > 0) return this.#execute<Row>({ text: query, values, name: statementName(query) });
    await this.send();
    const { command, rowCount, rows } = await this.#client.query<Row>(query);
    return { command, rowCount, rows };
  }

  /** Sends the statement together with the next one, or with the commit. Its result can be read after that. */
  defer<Row extends object>({ text, values, name = statementName(text), mapError }: StatementOptions): Statement<Row> {
    const statement = new Statement<Row>({ text, values, name, mapError });
    this.#deferred.push(statement);
    return statement;
  }

  /** Sends what was deferred. */
  async send(): Promise<void> {
    const statements = this.#deferred;
    if (statements.length === 0) return;
    this.#deferred = [];
    await executeTogether(this.#client, statements);
  }

  /** Forgets a deferred statement and those after it. False if it was sent already; then all that are deferred are forgotten. */
  #withdraw(statement: Statement): boolean {
    const index = this.#deferred.indexOf(statement);
    this.#deferred.length = Math.max(0, index);
    return index >= 0;
  }

  begin(text: string): void {
    this.#begin = this.defer({ text, values: [] });
  }

  async commit(): Promise<void> {
    // Nothing was executed.
    if (this.#begin && this.#isFirst(this.#begin) && this.#deferred.length === 1) return void (this.#deferred = []);
    const commit = this.defer({ text: 'commit', values: [] });
    await this.send();
    if (commit.result.command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    if (this.#begin && this.#withdraw(this.#begin)) return;
    this.#deferred = [];
    try {
      await this.#execute({ text: 'rollback', values: [] });
    } catch (error) {
      this.#isDiscarded = true;
      throw error;
    }
  }

  /** A savepoint that is sent with the next statement. What was deferred before must not fail within it. */
  async savepoint(name: string): Promise<Statement> {
    const isOnlyBegun = this.#deferred.length === 1 && this.#begin !== null && this.#isFirst(this.#begin);
    if (!isOnlyBegun) await this.send();
    return this.defer({ text: `savepoint ${name}`, values: [] });
  }

  /** Rolls back to a savepoint, with the next statement: if that fails, the connection is lost. */
  rollbackTo(savepoint: Statement): void {
    if (!this.#withdraw(savepoint)) this.defer({ text: `rollback to ${savepoint.text}`, values: [] });
  }

  /** Releases a savepoint and sends what was deferred within it. */
  async releaseSavepoint(savepoint: Statement): Promise<void> {
    if (this.#deferred.at(-1) === savepoint) return void this.#deferred.pop();
    this.defer({ text: `release ${savepoint.text}`, values: [] });
    await this.send();
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await this.query(sql, parameters);
      return {
        rows: rows as Row[],
        ...(WRITES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
      };
    } catch (error) {
      // Otherwise the stack would name the parser of the socket only.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Statements are read page by page, not streamed.');
  }

  /** With `discard`, the connection is closed instead of reused. */
  release(discard = false): void {
    this.#deferred = [];
    this.#onRelease(discard || this.#isDiscarded);
  }

  #isFirst(statement: Statement): boolean {
    return this.#deferred[0] === statement;
  }

  async #execute<Row extends object>(options: StatementOptions): Promise<StatementResult<Row>> {
    const statement = new Statement<Row>(options);
    const statements = [...this.#deferred, statement];
    this.#deferred = [];
    await executeTogether(this.#client, statements);
    return statement.result;
  }
}

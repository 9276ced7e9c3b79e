import type { RawBuilder } from 'kysely';
import type { CelType } from '../values/cel-type.js';
import type { SqlValue } from '../values/sql-value.js';

/** One line of the generated reference; the example is run by a test over the reference's sample record. */
export interface CelDocumentation {
  readonly summary: string;
  readonly example: string;
  readonly gives: unknown;
}

/** `list` stands for a list of anything. */
export type CelParameter = CelType | 'list';

/**
 * An operator or function with both of its back ends side by side, so that they cannot drift. Values in memory are
 * strings, booleans, lists, and `Decimal` for numbers, and for times and durations in milliseconds.
 */
export interface CelOperation {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly kind: 'infix' | 'prefix' | 'function';
  readonly parameters: readonly CelParameter[];
  /** The last parameter may be repeated, up to the parser's limit of arguments. */
  readonly variadic?: true;
  /** Called with absent arguments too; without it one absent argument makes the result absent. */
  readonly keepsAbsent?: true;
  readonly result: CelType;
  readonly documentation: CelDocumentation;
  /** What is wrong with the arguments beyond their types, and which one it is. */
  inspect?(args: readonly CelArgument[]): CelArgumentFault | undefined;
  evaluate(...args: unknown[]): unknown;
  /** Each argument may be emitted once only, else nesting doubles the statement at each level. Missing: not in filters. */
  sql?(...args: SqlValue[]): RawBuilder<unknown>;
}

/** An argument as far as it is known before anything is evaluated: a literal has its value. */
export interface CelArgument {
  readonly kind: string;
  readonly value?: unknown;
}

export interface CelArgumentFault {
  readonly index: number;
  readonly message: string;
}

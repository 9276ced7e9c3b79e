import type { RawBuilder } from 'kysely';
import type { CelType } from '../values/cel-type.js';
import type { SqlValue } from '../values/sql-value.js';

/** One line of the generated reference. A test runs the example on the sample record. */
export interface CelDocumentation {
  readonly summary: string;
  readonly example: string;
  readonly gives: unknown;
}

/** `list` means a list of any type. */
export type CelParameter = CelType | 'list';

/**
 * An operator or function with both back ends in one place, so that they stay equal. Values in memory are strings,
 * booleans, lists, and `Decimal` for numbers and, in milliseconds, for times and durations.
 */
export interface CelOperation {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly kind: 'infix' | 'prefix' | 'function';
  readonly parameters: readonly CelParameter[];
  /** The last parameter may be repeated, up to the maximum number of arguments. */
  readonly variadic?: true;
  /** Called with absent arguments too. Without it, one absent argument makes the result absent. */
  readonly keepsAbsent?: true;
  readonly result: CelType;
  readonly documentation: CelDocumentation;
  /** Returns the fault of an argument beyond its type, and which argument it is. */
  inspect?(args: readonly CelArgument[]): CelArgumentFault | undefined;
  evaluate(...args: unknown[]): unknown;
  /**
   * Each argument may be emitted only once, otherwise nesting would double the statement at each level. Missing:
   * not available in filters.
   */
  sql?(...args: SqlValue[]): RawBuilder<unknown>;
}

/** What is known of an argument before evaluation: a literal has a value. */
export interface CelArgument {
  readonly kind: string;
  readonly value?: unknown;
}

export interface CelArgumentFault {
  readonly index: number;
  readonly message: string;
}

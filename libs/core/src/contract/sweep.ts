import type { ModuleContext } from './context.js';
import type { FieldName, KindDefinition, RecordOf } from './kind.js';

/**
 * What a module does when the time of a record has come: an order is overdue, a reservation has lapsed. The kernel looks for such records
 * now and then, in all workspaces with one statement, and hands them over in a transaction of their workspace, locked, as nobody's doing.
 * Lifecycles name it as `sweep:<id>`.
 */
export interface SweepDefinition<Kind extends KindDefinition = KindDefinition> {
  /** Unique in the module, lower case. */
  readonly id: string;
  /** A kind of the module itself. */
  readonly kind: Kind;
  /** A `datetime` field, mostly a computed one: the record is due from that instant on, without a value never. */
  readonly at: FieldName<Kind['fields']>;
  /** How long before that instant already, in ms, by the module's settings in the workspace. Default: not before it. */
  leadMs?(settings: Readonly<Record<string, unknown>>): number;
  /** Handles records of one workspace, 500 at most. Must take each of them off: clear `at`, or put it later. Otherwise it is undone, and tried again later. */
  run(context: ModuleContext, records: readonly RecordOf<Kind>[]): Promise<void>;
}

/** Ties `at` and the records to the kind. */
export function defineSweep<Kind extends KindDefinition>(definition: SweepDefinition<Kind>): SweepDefinition {
  return definition as unknown as SweepDefinition;
}

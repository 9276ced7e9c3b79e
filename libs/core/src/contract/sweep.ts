import type { TObject } from 'typebox';
import type { ModuleContext } from './context.js';
import type { EventDefinition } from './event.js';
import type { FieldName, KindDefinition, RecordOf } from './kind.js';
import type { SettingsOf } from './settings.js';

/**
 * Module code that runs when a record becomes due: an order is overdue, a reservation expires. The kernel polls for due records
 * in all workspaces with one statement, and passes them locked, in a transaction of their workspace, with the system as the
 * actor. Lifecycles refer to it as `sweep:<id>`.
 */
export interface SweepDefinition<Kind extends KindDefinition = KindDefinition, Settings extends TObject = TObject> {
  /** Unique in the module, lower case. */
  readonly id: string;
  /** A kind of the module itself. */
  readonly kind: Kind;
  /** A `datetime` field, usually computed: the record is due from that time on. A record without a value is never due. */
  readonly at: FieldName<Kind['fields']>;
  /** The schema of the module's settings, if the sweep reads them: gives them their type. */
  readonly settings?: Settings;
  /** How long before that time a record is due, in ms, from the module's settings in the workspace. Default: 0. */
  leadMs?(settings: SettingsOf<Settings>): number;
  /**
   * Handles up to 500 records of one workspace. Must clear or postpone `at` of each record; otherwise the transaction is rolled
   * back and retried later.
   */
  run(context: ModuleContext<EventDefinition, SettingsOf<Settings>>, records: readonly RecordOf<Kind>[]): Promise<void>;
}

/** Infers the types of `at` and the records from the kind, and that of the settings from their schema. */
export function defineSweep<Kind extends KindDefinition, Settings extends TObject = TObject>(
  definition: SweepDefinition<Kind, Settings>,
): SweepDefinition {
  return definition as unknown as SweepDefinition;
}

import type { ModuleContext } from './context.js';
import type { KindDefinition, RecordOf } from './kind.js';

/**
 * What has to be done once with records that an earlier version wrote: a sum is kept now that nobody kept then. Before the program answers
 * requests, every record of the kind that is not in the trash is handed over once, in all workspaces, those included that have the module off,
 * by workspace and age, as nobody's doing. Where there are none when the program first knows of it, there is nothing to do, ever.
 */
export interface UpgradeDefinition<Kind extends KindDefinition = KindDefinition> {
  /** Unique in the module, lower case; what was done is remembered by it, so it is never used for something else. */
  readonly id: string;
  /** A kind of the module, or of one that it knows. */
  readonly kind: Kind;
  /** Upgrades that come before, of whatever module: `projects:costs`. One that is not installed is not waited for. */
  readonly after?: readonly string[];
  /** Handles records of one workspace, 500 at most, in a transaction that also remembers them: each is handed over exactly once, however often the program is killed meanwhile. */
  run(context: ModuleContext, records: readonly RecordOf<Kind>[]): Promise<void>;
}

/** Ties the records to the kind. */
export function defineUpgrade<Kind extends KindDefinition>(definition: UpgradeDefinition<Kind>): UpgradeDefinition {
  return definition as unknown as UpgradeDefinition;
}

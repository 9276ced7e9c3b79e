import type { ModuleContext } from './context.js';
import type { KindDefinition, RecordOf } from './kind.js';

/**
 * A one-time migration of records that an earlier version wrote, for example to fill a new sum. Before the program accepts
 * requests, every record of the kind that is not in the trash is passed once, in all workspaces (also those with the module
 * disabled), ordered by workspace and age, with the system as the actor. An upgrade without records when it is first seen is
 * complete at once.
 */
export interface UpgradeDefinition<Kind extends KindDefinition = KindDefinition> {
  /** Unique in the module, lower case. Identifies the completed upgrade, so it must never be reused. */
  readonly id: string;
  /** A kind of the module, or of another one that it declares with `foreignKind`. */
  readonly kind: Kind;
  /** Upgrades that must run first, of any module: `projects:costs`. Upgrades of modules that are not installed are ignored. */
  readonly after?: readonly string[];
  /**
   * Handles up to 500 records of one workspace, in a transaction that also records the progress: each record is passed exactly
   * once, also after a crash.
   */
  run(context: ModuleContext, records: readonly RecordOf<Kind>[]): Promise<void>;
}

/** An upgrade that only computes derived values again, as `records.rederive` does. */
interface RederiveDefinition<Kind extends KindDefinition> extends Omit<UpgradeDefinition<Kind>, 'run'> {
  /** Selects the records, in place of `run`. */
  isStale(record: RecordOf<Kind>): boolean;
}

/** Infers the type of the records from the kind. */
export function defineUpgrade<Kind extends KindDefinition>(
  definition: UpgradeDefinition<Kind> | RederiveDefinition<Kind>,
): UpgradeDefinition {
  const upgrade = 'run' in definition ? definition : { ...definition, run: rederiveStale(definition) };
  return upgrade as unknown as UpgradeDefinition;
}

function rederiveStale<Kind extends KindDefinition>({
  kind,
  isStale,
}: RederiveDefinition<Kind>): UpgradeDefinition<Kind>['run'] {
  return async ({ records }, batch) => {
    const stale = batch.filter(isStale);
    await records.rederive(
      kind,
      stale.map(({ id }) => id),
    );
  };
}

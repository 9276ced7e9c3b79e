import type { Static, TObject } from 'typebox';
import type { EnqueuedJob } from './enqueue.js';
import type { Logger, ModuleContext } from './context.js';
import type { EventDefinition } from './event.js';
import type { Fetch } from './fetch.js';
import type { AnySettings, SettingsOf } from './settings.js';

/** What the code of a job may use. It has no transaction of its own: it opens one for each step that belongs together. */
export interface ModuleJobContext<Settings = AnySettings> {
  /**
   * A UUID: the same in every attempt, and of no other job of any workspace. Pass it on as the idempotency key of the other system, so that
   * a second attempt is no second effect there.
   */
  readonly key: string;
  /** 1 for the first attempt; increases with each failure, and not if the process was killed. */
  readonly attempt: number;
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  /** The module's settings in this workspace, as they are when the attempt begins. */
  readonly settings: Settings;
  /** Sends a request to another system, outside of transactions. */
  readonly fetch: Fetch;
  /**
   * Runs `work` in one transaction, with the actor who created the job. Throws if the job was cancelled or another process has taken it over, so
   * that of two attempts one writes.
   */
  transaction<Result>(work: (context: ModuleContext<EventDefinition, Settings>) => Promise<Result>): Promise<Result>;
  /** The address of the instance, without a slash at the end. */
  readonly publicUrl: string;
  readonly log: Logger;
}

/**
 * Work outside of transactions, `<module>:<verb>`: requests to other systems. `context.enqueue` creates a job in a transaction; it runs after the
 * commit, at least once: an attempt may start again at any time, after an error or because its process was killed.
 */
export interface ModuleJobDefinition<
  Id extends string = string,
  Input extends TObject = TObject,
  Settings extends TObject = TObject,
> extends EnqueuedJob<Input> {
  readonly id: Id;
  /** What it does, for the README of the module. */
  readonly description?: string;
  /** The schema of the module's settings, if the job reads them: gives `context.settings` its type. */
  readonly settings?: Settings;
  /** How often `run` may fail before the job is `failed`: 1 to 50. The delay doubles from 1 s to 5 min. Default 20: about 45 minutes. */
  readonly attempts?: number;
  /**
   * An error is tried again later, as are 5xx, `409`, `412` and `429`. What no retry helps ends the job as `failed` at once: every other 4xx,
   * such as `fail('validation_failed', ...)`, and mistakes in the code (`TypeError`, `ReferenceError`, `RangeError`).
   */
  run(context: ModuleJobContext<SettingsOf<Settings>>, input: Static<Input>): Promise<void>;
}

export function defineJob<
  const Id extends `${string}:${string}`,
  Input extends TObject,
  Settings extends TObject = TObject,
>(definition: ModuleJobDefinition<Id, Input, Settings>): ModuleJobDefinition<Id, Input> {
  return definition as unknown as ModuleJobDefinition<Id, Input>;
}

/** Any job, for lists. */
export type AnyJob = ModuleJobDefinition<string, TObject>;

import type { Static, TObject, TSchema } from 'typebox';
import type { ActionHints } from '@cubit/web-contract';
import type { Role } from './role.js';
import type { ModuleContext } from './context.js';
import type { EventDefinition } from './event.js';
import type { CubitError } from '../errors/cubit-error.js';
import type { AnyRecord, KindDefinition, RecordOf } from './kind.js';
import type { AnySettings, SettingsOf } from './settings.js';

/** The effects of an action. Used for confirmation dialogs, agents' tool hints and retry rules. */
export interface Effects {
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly readOnly: boolean;
}

/** The targets of an action: records of the listed kinds, records of any kind, or the workspace itself. */
export type AppliesTo = readonly KindDefinition[] | 'any' | 'workspace';

/** The target type that `run` receives. */
export type TargetOf<Applies extends AppliesTo> = Applies extends readonly (infer Kind extends KindDefinition)[]
  ? Kind extends KindDefinition
    ? RecordOf<Kind>
    : never
  : Applies extends 'workspace'
    ? null
    : RecordOf<KindDefinition>;

/**
 * Why an action is unavailable. A text becomes `409 conflict`; an error is thrown unchanged. See `notWhile` for lifecycle rules.
 */
export type Refusal = string | LifecycleRefusal | CubitError;

export interface LifecycleRefusal {
  readonly state: string;
}

/** The action is not allowed in this lifecycle state: `409 invalid_transition`, the same answer as for a patch. */
export function notWhile(state: string): LifecycleRefusal {
  return { state: state.replaceAll('_', ' ') };
}

/**
 * Loads what `available` needs from other records. Takes no locks. Actions that share a lookup run it once per record. The type of a
 * method, so that an action of any settings is an action.
 */
export type Lookup<Target extends AnyRecord = AnyRecord, Found = unknown, Settings = AnySettings> = {
  lookup(context: ModuleContext<EventDefinition, Settings>, target: Target): Promise<Found>;
}['lookup'];

/** The arguments of `available` in addition to the record. */
export interface AvailabilityContext<Found = unknown, Input extends TObject = TObject, Settings = AnySettings> {
  /** The result of the action's `lookup`. */
  readonly found: Found;
  /** The module's settings in this workspace, with defaults. */
  readonly settings: Settings;
  /** Input of the run being checked. Absent when no run is requested; the usual input is then assumed. */
  readonly input?: Static<Input>;
}

/** The call of an action that undoes a run. */
export interface UndoCall {
  /** Default: `undoneBy`. */
  readonly action?: string;
  /** Default: the target of the run. */
  readonly record?: { readonly kind: string; readonly id: string } | null;
  /** Default: no input. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/**
 * Makes the call that undoes a run, from its result; null if no single call restores the records. The type of a method, so that
 * an action of any result is an action.
 */
export type UndoOf<Result> = { undo(result: Result): UndoCall | null }['undo'];

/** How agents see an action. */
export interface AgentHints {
  /** False: agents never see the action. Default true. */
  readonly expose?: boolean;
  /** Default: `description`. */
  readonly description?: string;
  /** Other words for what the action does, as people ask for it: `take`, `consume`. */
  readonly words?: readonly string[];
}

export interface ActionExample {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * A named operation on records, `<module>:<verb>`. One action is a button, a REST call, a wire's target and an agent's tool.
 * The target is locked before `run`; everything it writes commits together or not at all.
 */
export interface ActionDefinition<
  Id extends string = string,
  Applies extends AppliesTo = AppliesTo,
  Input extends TObject = TObject,
  Output extends TSchema = TSchema,
  Emits extends EventDefinition = EventDefinition,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- all actions are stored in one list, whatever their lookup returns
  Found = any,
  Settings extends TObject = TObject,
> {
  readonly id: Id;
  readonly title: string;
  readonly description?: string;
  readonly appliesTo: Applies;
  /** The action may also run without a record (`record: null`). Default false. */
  readonly recordOptional?: boolean;
  readonly input: Input;
  /** Schema of `result` in the response. */
  readonly output: Output;
  readonly emits: readonly Emits[];
  readonly effects: Effects;
  /** The schema of the module's settings, if the action reads them: gives `context.settings` its type. */
  readonly settings?: Settings;
  /** Minimum role that may run the action. Default `member`. */
  readonly role?: Role;
  /**
   * Where work that waits for this action is stored. If no record of `kind` has the target's id in `field`, a run would change
   * nothing, so a wire on an event that names the target creates no run. `field` is a text or a reference, and indexed.
   */
  readonly waiting?: {
    readonly kind: KindDefinition;
    readonly field: string;
    readonly where?: Readonly<Record<string, string | boolean>>;
  };
  /** Id of the action that undoes this one. */
  readonly undoneBy?: string;
  /**
   * How a run is undone. Called before the run, with the state that the call restores; what it returns is called after it. Only for
   * requests, which answer it as `undo`; not for wires.
   */
  undo?(
    context: ModuleContext<EventDefinition, SettingsOf<Settings>>,
    target: TargetOf<Applies>,
    input: Static<Input>,
  ): UndoOf<Static<Output>> | Promise<UndoOf<Static<Output>>>;
  /** How the web app offers the action. */
  readonly ui?: ActionHints;
  /** How agents see the action. */
  readonly agent?: AgentHints;
  /**
   * Whether the action can be run and rolled back to show what it would change. False for an action that takes effect outside of the
   * database before the commit. Default true.
   */
  readonly previewable?: boolean;
  readonly example: ActionExample;
  /** Loads data for `available` when the record alone is not enough. */
  readonly lookup?: Lookup<NonNullable<TargetOf<Applies>>, Found, SettingsOf<Settings>>;
  /** Whether the action can run on this record now, or the reason why not. Used for display and before each run. Pure. */
  available?(
    target: TargetOf<Applies>,
    context: AvailabilityContext<Found, Input, SettingsOf<Settings>>,
  ): true | Refusal;
  /**
   * Whether this call repeats an earlier one, by its key. A repeat changes nothing and gets the same result, whatever `available`
   * returns.
   */
  repeated?(
    context: ModuleContext<EventDefinition, SettingsOf<Settings>>,
    target: TargetOf<Applies>,
    input: Static<Input>,
  ): Promise<boolean>;
  run(
    context: ModuleContext<Emits, SettingsOf<Settings>>,
    target: TargetOf<Applies>,
    input: Static<Input>,
  ): Promise<Static<Output>>;
}

export function defineAction<
  const Id extends `${string}:${string}`,
  const Applies extends AppliesTo,
  Input extends TObject,
  Output extends TSchema,
  const Emits extends EventDefinition = never,
  Found = undefined,
  Settings extends TObject = TObject,
>(
  definition: ActionDefinition<Id, Applies, Input, Output, Emits, Found, Settings>,
): ActionDefinition<Id, Applies, Input, Output, Emits, Found> {
  return definition as unknown as ActionDefinition<Id, Applies, Input, Output, Emits, Found>;
}

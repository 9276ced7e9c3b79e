import type { Static, TObject, TSchema } from 'typebox';
import type { Role } from '../access/role.js';
import type { ModuleContext } from './context.js';
import type { EventDefinition } from './event.js';
import type { KindDefinition, RecordOf } from './kind.js';

/** What an action does to the world: feeds confirmation dialogs, agents' tool hints and retry rules. */
export interface Effects {
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly readOnly: boolean;
}

/** Records of these kinds, of any kind, or none: the workspace itself. */
export type AppliesTo = readonly KindDefinition[] | 'any' | 'workspace';

/** The record that `run` is handed. */
export type TargetOf<Applies extends AppliesTo> = Applies extends readonly (infer Kind extends KindDefinition)[]
  ? Kind extends KindDefinition
    ? RecordOf<Kind>
    : never
  : Applies extends 'workspace'
    ? null
    : RecordOf<KindDefinition>;

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
> {
  readonly id: Id;
  readonly title: string;
  readonly description?: string;
  readonly appliesTo: Applies;
  /** The action may also run without a record (`record: null`). Default false. */
  readonly recordOptional?: boolean;
  readonly input: Input;
  /** What it answers as `result`. */
  readonly output: Output;
  readonly emits: readonly Emits[];
  readonly effects: Effects;
  /** Least role that may run it. Default `member`. */
  readonly role?: Role;
  /**
   * Where it is kept what waits for the action: without a record of the kind whose `field` names the target's id, a run changes nothing. A
   * wire on an event that names the target makes no run then. The field is a text or a reference, and indexed.
   */
  readonly waiting?: {
    readonly kind: KindDefinition;
    readonly field: string;
    readonly where?: Readonly<Record<string, string | boolean>>;
  };
  /** The action that takes it back. */
  readonly undoneBy?: string;
  readonly example: ActionExample;
  /** Whether it can run on this record now; a text says why not. Pure, on the record alone. */
  available?(target: TargetOf<Applies>): true | string;
  run(context: ModuleContext<Emits>, target: TargetOf<Applies>, input: Static<Input>): Promise<Static<Output>>;
}

export function defineAction<
  const Id extends `${string}:${string}`,
  const Applies extends AppliesTo,
  Input extends TObject,
  Output extends TSchema,
  const Emits extends EventDefinition = never,
>(
  definition: ActionDefinition<Id, Applies, Input, Output, Emits>,
): ActionDefinition<Id, Applies, Input, Output, Emits> {
  return definition;
}

/**
 * A wire that a module provides. It is installed in a workspace once the modules of its event and its action are enabled there.
 * From then on it belongs to the workspace, and is not installed again after somebody deletes it.
 */
export interface DefaultWireDefinition {
  /** Unique in the module, lower case. Identifies the installation. */
  readonly key: string;
  readonly name: string;
  /** Name of an event, of this module or another. */
  readonly event: string;
  /** CEL condition; absent: the wire runs for every such event. */
  readonly condition?: string;
  /** CEL expression that returns the id of the target, or several ids; absent for an action without a target. */
  readonly record?: string;
  /** Id of an action, of this module or another. */
  readonly action: string;
  /** Input of the action. Texts may contain `${CEL}`, in which `target` is the id of the target record. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Default true. */
  readonly enabled?: boolean;
}

/**
 * A wire that a module brings along. It is installed in a workspace once the modules of its event and its action are enabled there, belongs
 * to the workspace from then on, and is not installed again when somebody deletes it.
 */
export interface DefaultWireDefinition {
  /** Unique in the module, lower case: under it the installation is remembered. */
  readonly key: string;
  readonly name: string;
  /** Name of an event, of this module or another. */
  readonly event: string;
  /** CEL; absent: every such event. */
  readonly condition?: string;
  /** CEL that gives the id of the target, or several; absent for an action that needs none. */
  readonly record?: string;
  /** Id of an action, of this module or another. */
  readonly action: string;
  /** Input of the action; its texts may hold `${CEL}`, in which `target` is the id of the record that the run is for. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Default true. */
  readonly enabled?: boolean;
}

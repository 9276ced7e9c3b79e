import type { RecordShape } from '../records/record-shape.js';
import type { RegisteredAction, RegisteredEvent, RegisteredModule } from '../registry/registered.js';

/** What one workspace has made of the installed modules, at one version. Immutable: a change makes a new one under a new version. */
export interface WorkspaceSchema {
  readonly version: number;
  /** Enabled modules, by name. */
  readonly modules: ReadonlyMap<string, RegisteredModule>;
  /** Settings of a module, defaults filled in. */
  settingsOf(module: string): Readonly<Record<string, unknown>>;
  /** Kinds of the enabled modules, custom fields included, by id. */
  readonly kinds: ReadonlyMap<string, RecordShape>;
  readonly actions: ReadonlyMap<string, RegisteredAction>;
  readonly events: ReadonlyMap<string, RegisteredEvent>;
}

import type { RecordShape } from './record-shape.js';
import type { RegisteredAction, RegisteredEvent, RegisteredModule } from './registered.js';

/** The enabled modules, settings and kinds of one workspace at one version. Immutable: a change creates a new version. */
export interface WorkspaceSchema {
  readonly version: number;
  /** Enabled modules, by name. */
  readonly modules: ReadonlyMap<string, RegisteredModule>;
  /** Settings of a module, defaults filled in. Secrets that are set are not enumerable, and decrypted when they are read. */
  settingsOf(module: string): Readonly<Record<string, unknown>>;
  /** Kinds of the enabled modules, custom fields included, by id. */
  readonly kinds: ReadonlyMap<string, RecordShape>;
  readonly actions: ReadonlyMap<string, RegisteredAction>;
  readonly events: ReadonlyMap<string, RegisteredEvent>;
}

import type { Actor, RecordShape, RegisteredKind, WorkspaceAccess } from '@cubit/core/host';
import type { CapabilityHost } from '@cubit/runtime';
import type { ReferenceLookup } from '../keys/reference-lookup.js';
import type { ImportNode } from './import-node.js';

export interface RowsContext {
  readonly host: CapabilityHost;
  readonly workspace: WorkspaceAccess;
  readonly actor: Actor;
  readonly kind: RegisteredKind;
  readonly shape: RecordShape;
}

export interface BatchContext extends RowsContext {
  readonly node: ImportNode;
  readonly lookup: ReferenceLookup;
  /** The field, `id` or `import.id`, by which the record of a row is found. Null: by `match` of the kind, else every row creates a record. */
  readonly key: string | null;
  /** The other system whose ids the file has. */
  readonly origin: string;
  /** Kinds whose missing records are created. */
  readonly creates: ReadonlySet<string>;
  /** Of the rows of the file, by which their records are found again; null if the kind has none. */
  readonly digest: string | null;
}

/** The origin under which digests of files are kept as ids. Names of systems have no colon. */
export const DIGEST_ORIGIN = 'digest:';

/** What later batches of an import need to know of earlier ones. Replaced when a batch is committed. */
export interface ImportMemory {
  /** Records whose rows are merged and of which a row was seen. */
  readonly merged: ReadonlySet<string>;
  /** How often a detail was seen in the file, by its values. */
  readonly details: ReadonlyMap<string, number>;
}

export const NO_MEMORY: ImportMemory = { merged: new Set(), details: new Map() };

/** The state of one batch while it is written. */
export interface BatchState {
  readonly context: BatchContext;
  readonly merged: Set<string>;
  readonly details: Map<string, number>;
  /** Records created besides those of the rows, by kind. */
  readonly created: Map<string, number>;
  /** Rows no longer wait for later rows. */
  readonly isLast: boolean;
}

export function countCreated({ created }: Pick<BatchState, 'created'>, kind: string, count: number): void {
  if (count > 0) created.set(kind, (created.get(kind) ?? 0) + count);
}

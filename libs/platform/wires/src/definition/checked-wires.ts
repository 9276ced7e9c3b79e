import { validationFailed, type Registry, type WorkspaceSchema } from '@cubit/core';
import { checkWire, type CheckedWire } from './check-wire.js';
import type { WireDraft } from './wire-draft.js';

interface StoredWire extends WireDraft {
  readonly id: string;
  readonly revision: number;
}

interface Kept {
  readonly revision: number;
  readonly checked: CheckedWire;
}

/** Wires as they are run, each checked once per revision and version of its workspace. */
export class CheckedWires {
  readonly #registry: Registry;
  readonly #kept = new WeakMap<WorkspaceSchema, Map<string, Kept>>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Throws `422 validation_failed` where the wire no longer fits what the workspace has become. */
  get(wire: StoredWire, schema: WorkspaceSchema): CheckedWire {
    const kept = this.#kept.get(schema) ?? new Map<string, Kept>();
    this.#kept.set(schema, kept);
    const known = kept.get(wire.id);
    if (known?.revision === wire.revision) return known.checked;
    const { checked, faults } = checkWire(wire, { schema, registry: this.#registry });
    if (!checked) throw validationFailed(faults);
    kept.set(wire.id, { revision: wire.revision, checked });
    return checked;
  }
}

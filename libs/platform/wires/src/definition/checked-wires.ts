import { validationFailed } from '@cubit/core';
import type { Registry, WorkspaceSchema } from '@cubit/core/host';
import { checkWire, type CheckedWire } from './check-wire.js';
import type { WireDraft } from './wire-draft.js';

interface StoredWire extends WireDraft {
  readonly id: string;
  readonly revision: number;
}

interface CachedWire {
  readonly revision: number;
  readonly checked: CheckedWire;
}

/** Cache of checked wires: each wire is checked once per revision and version of its workspace. */
export class CheckedWires {
  readonly #registry: Registry;
  readonly #cache = new WeakMap<WorkspaceSchema, Map<string, CachedWire>>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Throws `422 validation_failed` if the wire is not valid in the workspace any more. */
  get(wire: StoredWire, schema: WorkspaceSchema): CheckedWire {
    const wires = this.#cache.get(schema) ?? new Map<string, CachedWire>();
    this.#cache.set(schema, wires);
    const cached = wires.get(wire.id);
    if (cached?.revision === wire.revision) return cached.checked;
    const { checked, faults } = checkWire(wire, { schema, registry: this.#registry });
    if (!checked) throw validationFailed(faults);
    wires.set(wire.id, { revision: wire.revision, checked });
    return checked;
  }
}

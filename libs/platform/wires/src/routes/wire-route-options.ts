import { fail } from '@cubit/core';
import type { CapabilityHost } from '@cubit/runtime';
import type { KernelServices } from '@cubit/records';
import type { WorkspaceAccess } from '@cubit/core/host';
import type { CheckedWires } from '../definition/checked-wires.js';
import type { DefaultWires } from '../dispatch/default-wires.js';
import type { RunBell } from '../dispatch/run-bell.js';
import type { WireSettings } from '../settings.js';
import { wiresIn } from '../tables/schema.js';

/** What the wire routes depend on. */
export interface WireRouteOptions {
  readonly host: CapabilityHost;
  readonly settings: WireSettings;
  readonly defaults: DefaultWires;
  readonly wires: CheckedWires;
  readonly bell: RunBell;
}

/** Installs missing default wires before the wires of a workspace are listed. Remembers the workspaces that are up to date. */
export class DefaultWireInstaller {
  readonly #defaults: DefaultWires;
  readonly #services: Pick<KernelServices, 'database'>;
  readonly #versions = new Map<string, number>();

  constructor(defaults: DefaultWires, services: Pick<KernelServices, 'database'>) {
    this.#defaults = defaults;
    this.#services = services;
  }

  async ensureInstalled({ id, schema: { version } }: WorkspaceAccess): Promise<void> {
    if (this.#versions.get(id) === version) return;
    await this.#services.database.transaction((tx) => this.#defaults.install(wiresIn(tx.db), id));
    this.#versions.set(id, version);
    if (this.#versions.size > MAX_CACHED_WORKSPACES) this.#versions.delete(this.#versions.keys().next().value ?? '');
  }
}

const MAX_CACHED_WORKSPACES = 1_000;

export function creatorGone() {
  return fail('forbidden', 'The creator of the wire is no longer a member of the workspace.');
}

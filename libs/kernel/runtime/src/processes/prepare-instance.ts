import { releaseOf, withStatementClass } from '@cubit/database';
import type { Registry } from '@cubit/core/host';
import type { KernelOptions } from '../kernel.js';
import { prepareDatabase } from '../prepare.js';
import { ModuleLease } from '../changes/module-leases.js';
import { ProcessLease } from './process-lease.js';

/** The entries of a process: of itself, and of the versions of its modules. */
export interface Leases {
  readonly lease: ProcessLease;
  readonly modules: ModuleLease;
}

/** Prepares the database, and enters this process among those that use it. */
export async function prepareInstance(options: KernelOptions, registry: Registry, id: string): Promise<Leases> {
  const { database, log, settings, packages, capabilities = [], signal, onStep } = options;
  const { release = releaseOf(settings.version) } = options;
  const modules = new ModuleLease({ database, registry, log });
  await withStatementClass('unlimited', () =>
    prepareDatabase(database, registry, {
      capabilities,
      log,
      lease: modules,
      release,
      wait: options.migrations === 'wait',
      ...(packages && { packages }),
      ...(signal && { signal }),
      ...(onStep && { onStep }),
    }),
  );
  const upgrades = registry.upgrades.map((upgrade) => upgrade.id);
  const lease = new ProcessLease({ database, log, release, id, roles: options.roles ?? [], upgrades });
  await lease.renew();
  return { lease, modules };
}

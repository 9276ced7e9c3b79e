import { releaseOf, withStatementClass } from '@cubit/database';
import type { Registry } from '@cubit/core/host';
import type { KernelOptions } from '../kernel.js';
import { prepareDatabase } from '../prepare.js';
import { ProcessLease } from './process-lease.js';

/** Prepares the database, and enters this process among those that use it. */
export async function prepareInstance(options: KernelOptions, registry: Registry, id: string): Promise<ProcessLease> {
  const { database, log, settings, packages, capabilities = [], signal, onStep } = options;
  const { release = releaseOf(settings.version) } = options;
  const upgrades = registry.upgrades.map((upgrade) => upgrade.id);
  const modules = Object.fromEntries(
    [...registry.modules.values()].map(({ name, definition }) => [name, definition.version]),
  );
  const lease = new ProcessLease({ database, log, release, id, roles: options.roles ?? [], upgrades, modules });
  try {
    await withStatementClass('unlimited', () =>
      prepareDatabase(database, registry, {
        capabilities,
        log,
        lease,
        release,
        wait: options.migrations === 'wait',
        ...(packages && { packages }),
        ...(signal && { signal }),
        ...(onStep && { onStep }),
      }),
    );
    await lease.renew();
    return lease;
  } catch (error) {
    await lease.stop();
    throw error;
  }
}

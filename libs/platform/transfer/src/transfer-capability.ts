import type { CapabilityFactory } from '@cubit/core';
import { exportRoute } from './export/export.route.js';
import type { ReadView } from './views.js';

export interface TransferOptions {
  /** Whoever keeps views. Without it exports have no `view`. */
  readonly readView?: ReadView;
}

/** Export of every kind that there is, without a line in its module. */
export function transferCapability({ readView }: TransferOptions = {}): CapabilityFactory {
  return {
    name: 'transfer',
    create({ services }) {
      const context = { services, ...(readView ? { readView } : {}) };
      const kinds = [...services.registry.kinds.values()];
      return { name: 'transfer', routes: kinds.map((kind) => exportRoute(context, kind)) };
    },
  };
}

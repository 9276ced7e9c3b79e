import type { HitIntegration } from '@cubit/core/host';

/** The payload members that identify the integration. */
export function sourceOf({ id, name }: Pick<HitIntegration, 'id' | 'name'>) {
  return { integrationId: id, integrationName: name };
}

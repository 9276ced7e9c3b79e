import { fail, notFound, roleIncludes, type CapabilityHost } from '@cubit/core';
import type { JobContext } from '@cubit/jobs';
import { ReferenceLookup } from '../keys/reference-lookup.js';
import type { BatchContext } from './import-batch.js';
import type { ImportInput } from './import-input.js';

/** What a job writes with: under the rights that whoever asked for the import has now. */
export async function enterImport(
  host: CapabilityHost,
  { workspaceId, createdBy, input }: Pick<JobContext<ImportInput>, 'workspaceId' | 'createdBy' | 'input'>,
): Promise<BatchContext> {
  const { registry } = host.services;
  const workspace = createdBy === null ? null : await host.accessOf(workspaceId, createdBy);
  if (!workspace || !roleIncludes(workspace.role, 'member'))
    throw fail('forbidden', 'Whoever asked for the import may not write in this workspace any more.');
  const kind = registry.kinds.get(input.kind);
  const shape = workspace.schema.kinds.get(input.kind);
  if (!kind || !shape) throw notFound(`Kind '${input.kind}'`);
  const lookup = new ReferenceLookup(registry, workspace.schema);
  return { host, workspace, actor: input.actor, kind, shape, key: input.key, lookup };
}

import { fail, notFound } from '@cubit/core';
import { roleIncludes } from '@cubit/core/host';
import type { CapabilityHost } from '@cubit/runtime';
import type { JobContext } from '@cubit/jobs';
import { ReferenceLookup } from '../keys/reference-lookup.js';
import type { BatchContext } from './import-batch.js';
import type { ImportInput } from './import-input.js';

/** The context of an import job, with the current rights of the user who requested the import. */
export async function enterImport(
  host: CapabilityHost,
  { id, workspaceId, createdBy, input }: Pick<JobContext<ImportInput>, 'id' | 'workspaceId' | 'createdBy' | 'input'>,
): Promise<BatchContext> {
  const { registry } = host.services;
  const workspace = createdBy === null ? null : await host.accessOf(workspaceId, createdBy);
  if (!workspace || !roleIncludes(workspace.role, 'member'))
    throw fail('forbidden', 'The user who requested the import may no longer write in this workspace.');
  const kind = registry.kinds.get(input.kind);
  const shape = workspace.schema.kinds.get(input.kind);
  if (!kind || !shape) throw notFound(`Kind '${input.kind}'`);
  const lookup = new ReferenceLookup(registry, workspace.schema);
  return {
    host,
    workspace,
    actor: { ...input.actor, via: { type: 'import', id } },
    kind,
    shape,
    key: input.key,
    lookup,
  };
}

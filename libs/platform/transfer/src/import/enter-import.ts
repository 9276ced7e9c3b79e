import { fail, notFound } from '@cubit/core';
import { roleIncludes } from '@cubit/core/host';
import type { CapabilityHost } from '@cubit/runtime';
import type { JobContext } from '@cubit/jobs';
import { ReferenceLookup } from '../keys/reference-lookup.js';
import type { BatchContext } from './batch-context.js';
import type { ImportInput } from './import-input.js';
import { nodeOf } from './import-node.js';

/** The context of an import job, with the current rights of the user who requested the import. */
export async function enterImport(
  host: CapabilityHost,
  { id, workspaceId, createdBy, input }: Pick<JobContext<ImportInput>, 'id' | 'workspaceId' | 'createdBy' | 'input'>,
): Promise<BatchContext> {
  const { registry } = host.services;
  const workspace = createdBy === null ? null : await host.accessOf(workspaceId, createdBy);
  if (!workspace || !roleIncludes(workspace.role, 'member'))
    throw fail('forbidden', 'The user who requested the import may no longer write in this workspace.');
  const { reading } = input;
  const node = nodeOf({ registry, schema: workspace.schema, reading }, input.kind);
  if (!node) throw notFound(`Kind '${input.kind}'`);
  const { kind, shape } = node;
  const { origin, key } = input;
  const lookup = new ReferenceLookup(registry, workspace.schema, origin);
  const creates = new Set(input.creates);
  const actor = { ...input.actor, via: { type: 'import' as const, id } };
  return { host, workspace, actor, kind, shape, node, key, origin, lookup, creates, digest: null };
}

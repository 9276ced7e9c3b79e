import type { RouteDefinition, WorkspaceAccess } from '@cubit/core/host';
import { type KernelServices, WorkspaceTransaction } from '@cubit/records';
import type { ArchivePart } from './archive-part.js';
import type { CapabilityHost } from './capability.js';

interface HostOptions extends Pick<CapabilityHost, 'listen' | 'endStreams' | 'flushDisplayUsage'> {
  readonly services: KernelServices;
  readonly onEvents: () => void;
  readonly routes: () => readonly RouteDefinition[];
  readonly archiveParts: () => readonly ArchivePart[];
  readonly sequenceEvents: () => Promise<void>;
}

export function capabilityHost({
  services,
  onEvents,
  routes,
  archiveParts,
  sequenceEvents,
  ...passed
}: HostOptions): CapabilityHost {
  return {
    services,
    routes,
    archiveParts,
    enter: (options) => new WorkspaceTransaction({ services, onEvents, ...options }),
    accessOf: (workspaceId, userId) => accessOf(services, { workspaceId, userId }),
    wakeDispatcher: onEvents,
    sequenceEvents,
    ...passed,
  };
}

async function accessOf(
  { database, workspaces }: KernelServices,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<WorkspaceAccess | null> {
  const row = await database.db
    .selectFrom('workspace')
    .innerJoin('member', 'member.workspace_id', 'workspace.id')
    .select(['workspace.id', 'workspace.slug', 'workspace.name', 'workspace.schema_version', 'member.role'])
    .where('workspace.id', '=', workspaceId)
    .where('workspace.deleted_at', 'is', null)
    .where('member.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { schema_version: version, ...access } = row;
  return { ...access, schema: await workspaces.load(database.db, row.id, version) };
}

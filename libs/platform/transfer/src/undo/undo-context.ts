import { fail } from '@cubit/core';
import { type Actor, roleIncludes, type WorkspaceAccess } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { JobContext, UndoInput } from '@cubit/jobs';
import type { WorkspaceTransaction } from '@cubit/records';
import type { CapabilityHost } from '@cubit/runtime';

/** What the steps of one undo share. */
export interface UndoContext {
  readonly host: CapabilityHost;
  readonly workspace: WorkspaceAccess;
  readonly actor: Actor;
  /** The job of the import, and when it ran. */
  readonly importId: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Jobs that take it back, this one last. */
  readonly undoIds: readonly string[];
}

/** The context of an undo job, with the current rights of the user who requested it. */
export async function enterUndo(host: CapabilityHost, job: JobContext<UndoInput>): Promise<UndoContext> {
  const { id, workspaceId, createdBy, input } = job;
  const workspace = createdBy === null ? null : await host.accessOf(workspaceId, createdBy);
  if (!workspace || !roleIncludes(workspace.role, 'member'))
    throw fail('forbidden', 'The user who requested this may no longer write in this workspace.');
  return {
    host,
    workspace,
    actor: { ...input.actor, via: { type: 'import', id } },
    importId: input.job,
    startedAt: new Date(input.startedAt),
    endedAt: new Date(input.endedAt),
    undoIds: [...input.earlier, id],
  };
}

/** Records and actions of the workspace in a transaction, or in a part of one. */
export function enterPart({ host, workspace, actor }: UndoContext, tx: Transaction): WorkspaceTransaction {
  return host.enter({ tx, workspace, actor });
}

import { validate } from '@cubit/core';
import { type Logger, type RegisteredAction, roleIncludes, type UndoCall } from '@cubit/core/host';
import type { WorkspaceScope } from '../workspace/workspace-scope.js';

type Target = { readonly kind: string; readonly id: string } | null;

/** The call that undoes a run, as clients see it. */
export interface UndoAnswer {
  readonly action: string;
  readonly record: Target;
  readonly input: Readonly<Record<string, unknown>>;
}

interface CompletedRun {
  readonly action: RegisteredAction;
  readonly target: Target;
  readonly call: UndoCall | null;
  readonly log: Logger;
}

/** Null if the caller cannot run it: its module is disabled, or needs a higher role. */
export function undoAnswer(
  { workspace }: Pick<WorkspaceScope, 'workspace'>,
  { action, target, call, log }: CompletedRun,
): UndoAnswer | null {
  if (!call) return null;
  const { action: id = action.definition.undoneBy ?? '', record = target, input = {} } = call;
  const undoing = workspace.schema.actions.get(id);
  if (!undoing || !roleIncludes(workspace.role, undoing.definition.role ?? 'member')) return null;
  const faults = validate(undoing.definition.input, input, '/input');
  if (faults.length > 0) {
    log.error({ action: action.id, faults }, 'the call that undoes an action does not match its input');
    return null;
  }
  return { action: id, record, input };
}

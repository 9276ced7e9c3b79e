import type { UiAction, UiKind } from '@cubit/web-client';
import { useWorkspace } from '../../app/workspace-context.js';

/** The actions that are offered for records of the kind. One that takes all of them at once is not asked for them. */
export function useBulkActions(kind: UiKind): readonly UiAction[] {
  const { ui, action: actionOf } = useWorkspace();
  const applies = ({ applies_to: kinds }: UiAction) =>
    Array.isArray(kinds) ? kinds.includes(kind.id) : kinds === 'any';
  return ui.actions.filter(applies).flatMap((action) => {
    const { bulk } = action.ui;
    const offered = typeof bulk === 'string' ? actionOf(bulk) : bulk === true ? action : undefined;
    if (offered?.can !== true || offered.ui.offered === false) return [];
    return offered === action
      ? action
      : { ...offered, ui: { ...offered.ui, hidden: [...(offered.ui.hidden ?? []), 'records'] } };
  });
}

import { pagePaths, type UiKind } from '@cubit/web-client';
import { LinkButton } from '@cubit/web-kit';
import { useWorkspace } from '../app/workspace-context.js';

/** Where people draw a record of the kind, or a new one. None for viewers, and for kinds that are not drawn. */
export function DrawLink({ kind, id }: { readonly kind: UiKind; readonly id?: string }) {
  const { slug, ui } = useWorkspace();
  if (kind.ui.document === undefined || ui.role === 'viewer') return null;
  const href = pagePaths.drawing(slug, kind, id);
  return id === undefined ? (
    <LinkButton variant="primary" icon="plus" href={href}>
      New {kind.title.toLowerCase()}
    </LinkButton>
  ) : (
    <LinkButton icon="pencil" href={href}>
      Edit drawing
    </LinkButton>
  );
}

import { pagePaths } from '@cubit/web-client';
import { Button, EmptyState } from '@cubit/web-kit';
import { DrawLink } from '../cells/DrawLink.js';
import { useWorkspace } from '../app/workspace-context.js';
import type { ListState } from './model/use-list-state.js';

/** No records: what the kind is for and how to begin, or that the filter has none. */
export function ListEmpty({ state }: { readonly state: ListState }) {
  const { kind, filter, set } = state;
  const { slug } = useWorkspace();
  const plural = kind.plural.toLowerCase();
  if (filter !== '' && filter !== 'true') {
    const show = (
      <Button icon="x" onPress={() => set({ filter: state.view?.filter === undefined ? undefined : 'true' })}>
        Clear the filter
      </Button>
    );
    return <EmptyState icon="filter" title={`No ${plural} match the filter`} action={show} />;
  }
  const create = kind.can.create ? (
    <Button variant="primary" icon="plus" onPress={() => set({ new: '1' })}>
      New {kind.title.toLowerCase()}
    </Button>
  ) : (
    <DrawLink kind={kind} />
  );
  const link = kind.can.create ? <a href={`${pagePaths.kind(slug, kind.id)}/import`}>Import a file</a> : undefined;
  return (
    <EmptyState icon={kind.ui.icon} title={`No ${plural} yet`} action={create} link={link}>
      {kind.ui.empty ?? kind.description ?? undefined}
    </EmptyState>
  );
}

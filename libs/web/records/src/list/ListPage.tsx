import type { UiKind } from '@cubit/web-client';
import { Skeleton } from '@cubit/web-kit';
import { Page } from '../app/Page.js';
import { ListContent } from './ListContent.js';
import { ListActions } from './toolbar/ListActions.js';
import { useListState } from './model/use-list-state.js';

/** All records of a kind: table, board, calendar, gallery or tree. */
export function ListPage({ kind }: { readonly kind: UiKind }) {
  const state = useListState(kind);
  return (
    <Page fill title={state.view?.name ?? kind.plural} actions={<ListActions state={state} />}>
      {state.ready ? <ListContent state={state} /> : <Skeleton shape="rows" count={12} />}
    </Page>
  );
}

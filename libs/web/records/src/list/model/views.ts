import type { DeclaredView, Layout } from '@cubit/web-contract';
import { LAYOUTS, referenceFilter } from '@cubit/web-contract';
import type { Page, UiKind } from '@cubit/web-client';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../app/query-keys.js';
import { useApp } from '../../app/app-context.js';
import { useMe } from '../../app/queries.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { joinFilter } from './filter-text.js';

/** A view as the server stores it. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly filter: string | null;
  readonly sort: string | null;
  readonly fields: readonly string[] | null;
  readonly group?: string | null;
  readonly lanes?: string | null;
  readonly layout: string | null;
  readonly layout_options?: Readonly<Record<string, string>> | null;
  readonly shared: boolean;
  readonly locked: boolean;
  readonly owner_id?: string | null;
  readonly created_by?: string | null;
}

/** What a list shows before the address says otherwise. */
export interface ListView {
  /** What `view=` holds: the id of a saved view, or the name of a declared one. */
  readonly id: string;
  readonly name: string;
  readonly filter?: string;
  readonly sort?: string;
  readonly fields?: readonly string[];
  readonly group?: string;
  /** The field that divides a board into lanes. */
  readonly lanes?: string;
  readonly layout?: Layout;
  readonly saved: SavedView | null;
}

export function isLayout(text: string | null | undefined): text is Layout {
  return (LAYOUTS as readonly (string | null | undefined)[]).includes(text);
}

/** The saved views of a kind that this person sees. */
export function useSavedViews(kind: string) {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  return useQuery({
    queryKey: queryKeys.views(slug, kind),
    queryFn: async ({ signal }) =>
      (await api.get<Page<SavedView>>(path('/views'), { query: { kind, limit: 200 }, signal })).data,
    staleTime: 30_000,
  });
}

/** All views of a kind: those that it declares, then saved ones. */
export function useViews(kind: UiKind): { readonly views: readonly ListView[]; readonly loading: boolean } {
  const { data: me } = useMe();
  const { data: saved, isPending } = useSavedViews(kind.id);
  const declared = (kind.ui.views ?? []).map((view) => declaredView(kind, view, me?.id));
  return { views: [...declared, ...(saved ?? []).map(savedView)], loading: isPending };
}

function declaredView(kind: UiKind, view: DeclaredView, me: string | undefined): ListView {
  const field = kind.fields.find(({ name }) => name === view.mine);
  const filter = joinFilter([field && me && referenceFilter(field, me), view.filter]);
  const { name, sort, group, layout } = view;
  return { id: name, name, sort, group, layout, saved: null, ...(filter === '' ? {} : { filter }) };
}

function savedView(saved: SavedView): ListView {
  const { id, name, filter, sort, fields, group, lanes, layout, layout_options: options } = saved;
  return {
    ...{ id, name, saved },
    filter: filter ?? undefined,
    sort: sort ?? undefined,
    fields: fields && fields.length > 0 ? fields : undefined,
    group: group ?? options?.['group_by'] ?? undefined,
    lanes: lanes ?? undefined,
    layout: isLayout(layout) ? layout : undefined,
  };
}

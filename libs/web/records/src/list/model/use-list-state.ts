import type { Layout } from '@cubit/web-contract';
import type { UiKind } from '@cubit/web-client';
import { useMemo } from 'react';
import { type Search, useSearchParams, useSetSearch } from '../../app/address.js';
import { usePersonalSetting } from '../../app/settings.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { type Column, columnsOf, defaultColumns, shownColumns } from './columns.js';
import { isLayout, type ListView, useViews } from './views.js';

/** What a person has chosen for the list of a kind, on all their devices. */
export interface ListSetting {
  readonly columns?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  /** `view=` of the view that opens first. */
  readonly view?: string;
  /** Records that are open in the tree, by id. */
  readonly open?: OpenChoice;
}

/** What is open in a tree: records by id, or all. */
export type OpenChoice = 'all' | readonly string[];

export interface ListState {
  readonly kind: UiKind;
  readonly views: readonly ListView[];
  readonly view: ListView | null;
  readonly filter: string;
  readonly sort: string | undefined;
  readonly layout: Layout;
  readonly group: string | undefined;
  /** The field that divides a board into lanes. */
  readonly lanes: string | undefined;
  readonly columns: readonly Column[];
  readonly allColumns: readonly Column[];
  readonly setting: ListSetting;
  /** Whether the saved views are there, where the address or the person names one. */
  readonly ready: boolean;
  set(change: Search, options?: { readonly replace?: boolean }): void;
  /** From the stored setting, which `setting` may not have yet. */
  setSetting(change: (before: ListSetting) => ListSetting): void;
}

/** `view=` that shows all, although a person has another default. */
export const ALL = 'all';
/** `group=` that groups nothing, although the view has groups. */
export const NO_GROUP = '-';

/** What the address, its view and the person's settings say about a list. The address wins. */
export function useListState(kind: UiKind): ListState {
  const search = useSearchParams();
  const set = useSetSearch();
  const { slug } = useWorkspace();
  const [setting, setSetting] = usePersonalSetting<ListSetting>(`list:${kind.id}`, NO_SETTING, slug);
  const { views, loading } = useViews(kind);
  const wanted = search['view'] ?? setting.view;
  const view = views.find(({ id }) => id === wanted) ?? null;
  const allColumns = useMemo(() => columnsOf(kind), [kind]);
  const names =
    search['fields'] ??
    view?.fields?.join(',') ??
    (Array.isArray(setting.columns) ? setting.columns.join(',') : undefined);
  const columns = useMemo(() => {
    const shown = shownColumns(allColumns, names?.split(',') ?? defaultColumns(kind));
    return shown.map((column) => ({ ...column, width: setting.widths?.[column.key] ?? column.width }));
  }, [allColumns, names, kind, setting.widths]);
  const layout = search['layout'] ?? view?.layout;
  const group = search['group'] ?? view?.group;
  return {
    ...{ kind, views, view, columns, allColumns, setting, set, setSetting },
    filter: search['filter'] ?? view?.filter ?? '',
    sort: search['sort'] ?? view?.sort,
    layout: isLayout(layout) ? layout : 'table',
    group: group === NO_GROUP ? undefined : group,
    lanes: search['lanes'] ?? view?.lanes,
    ready: !loading || wanted === undefined || wanted === ALL || view !== null,
  };
}

const NO_SETTING: ListSetting = {};

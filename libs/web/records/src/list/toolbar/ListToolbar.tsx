import { Button, Menu, Popover, Toolbar } from '@cubit/web-kit';
import { type ReactNode, useId, useRef } from 'react';
import { isFilterFault } from '../model/filter-fault.js';
import { directionOf, nextSort } from '../model/sort.js';
import type { ListState } from '../model/use-list-state.js';
import { useNarrow } from '../use-narrow.js';
import { ColumnsMenu } from './ColumnsMenu.js';
import { FilterBuilder } from './FilterBuilder.js';
import { FilterChips, FilterFault, FilterField, type FilterFieldProps } from './FilterField.js';
import { GroupingMenu } from './GroupingMenu.js';
import { LayoutControl } from './LayoutControl.js';
import { MORE, useFitting } from './use-fitting.js';
import { ViewMenu } from './ViewMenu.js';
import styles from './Toolbar.module.css';

export interface ListToolbarProps {
  readonly state: ListState;
  readonly error: unknown;
  readonly onSelectAll?: FilterFieldProps['onSelectAll'];
  /** Tools of the layout, behind the others. */
  readonly tools?: readonly Tool[];
}

/** A button of the toolbar, often with a menu. */
export interface Tool {
  readonly id: string;
  readonly tool: ReactNode;
}

/** What a list shows and how: view, filter, sort, group, columns, layout. */
export function ListToolbar({ state, error, onSelectAll, tools = [] }: ListToolbarProps) {
  const isNarrow = useNarrow();
  const faultId = useId();
  const fault = isFilterFault(error) ? error.message : undefined;
  const row = useRef<HTMLDivElement>(null);
  const all = [...useTools(state), ...tools];
  const fitting = useFitting(
    row,
    all.map(({ id }) => id),
  );
  const rest = all.slice(fitting);
  return (
    <div className={styles.toolbar}>
      <Toolbar ref={row} label="List" oneRow end={<LayoutControl state={state} />}>
        <ViewMenu state={state} />
        <FilterField state={state} faultAt={fault === undefined ? undefined : faultId} onSelectAll={onSelectAll} />
        {all.slice(0, fitting).map(({ id, tool }) => (
          <div key={id} data-tool={id} className={styles.tool}>
            {tool}
          </div>
        ))}
        {rest.length > 0 && (
          <div data-tool={MORE} className={styles.tool}>
            <Popover
              label="More tools"
              trigger={
                <Button icon="ellipsis" label="More tools">
                  {isNarrow ? undefined : 'More'}
                </Button>
              }
            >
              <div className={styles.more}>
                {rest.map(({ id, tool }) => (
                  <div key={id} className={styles.tool}>
                    {tool}
                  </div>
                ))}
              </div>
            </Popover>
          </div>
        )}
      </Toolbar>
      {fault === undefined ? <FilterChips state={state} /> : <FilterFault id={faultId} state={state} message={fault} />}
    </div>
  );
}

/** Those that move to "More" where the list is narrow, the last one first. */
function useTools(state: ListState): readonly Tool[] {
  // Cards have neither groups nor columns.
  const isTable = !useNarrow() && state.layout === 'table';
  return [
    { id: 'filter', tool: <FilterBuilder state={state} /> },
    { id: 'sort', tool: <SortMenu state={state} /> },
    ...(isTable ? [{ id: 'grouping', tool: <GroupingMenu state={state} /> }] : []),
    ...(isTable ? [{ id: 'columns', tool: <ColumnsMenu state={state} /> }] : []),
  ];
}

function SortMenu({ state }: { readonly state: ListState }) {
  const { allColumns, sort, set, view } = state;
  const current = allColumns.find((column) => directionOf(sort, column.sort) !== undefined);
  const entries = allColumns.flatMap(({ key, title, sort: name }) => {
    if (name === null) return [];
    const direction = directionOf(sort, name);
    const icon = direction === 'descending' ? ('arrow-down' as const) : ('arrow-up' as const);
    return [
      {
        id: key,
        title,
        checked: direction !== undefined,
        ...(direction ? { icon } : {}),
        onSelect: () => set({ sort: nextSort(sort, name) }),
      },
    ];
  });
  const none = {
    id: 'none',
    title: view?.sort === undefined ? 'Not sorted' : 'As in the view',
    onSelect: () => set({ sort: undefined }),
  };
  return (
    <Menu
      label="Sort by"
      groups={[{ entries: [none] }, { title: 'Sort by', entries }]}
      trigger={<Button icon="arrow-up-down">{current ? current.title : 'Sort'}</Button>}
    />
  );
}

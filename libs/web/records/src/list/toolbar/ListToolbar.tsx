import { isApiError } from '@cubit/web-client';
import { Button, Menu, SegmentedControl, Toolbar } from '@cubit/web-kit';
import { useId } from 'react';
import { bandField, boardField, boardFields, layoutsOf } from '../model/layouts.js';
import { directionOf, nextSort } from '../model/sort.js';
import type { ListState } from '../model/use-list-state.js';
import { useNarrow } from '../use-narrow.js';
import { ColumnsMenu } from './ColumnsMenu.js';
import { FilterBuilder } from './FilterBuilder.js';
import { FilterChips, FilterFault, FilterField } from './FilterField.js';
import { ViewMenu } from './ViewMenu.js';
import styles from './Toolbar.module.css';

export interface ListToolbarProps {
  readonly state: ListState;
  readonly error: unknown;
}

/** What a list shows and how: view, filter, sort, group, columns, layout. */
export function ListToolbar({ state, error }: ListToolbarProps) {
  const { kind, layout, set } = state;
  const faultId = useId();
  const fault = isApiError(error) && error.code === 'invalid_filter' ? error.message : undefined;
  const layouts = layoutsOf(kind, layout);
  // Cards have neither groups nor columns.
  const isNarrow = useNarrow();
  return (
    <div className={styles.toolbar}>
      <Toolbar
        label="List"
        end={
          layouts.length > 1 && (
            <SegmentedControl
              label="Layout"
              iconsOnly
              segments={layouts}
              value={layout}
              onChange={(next) =>
                set({ layout: next === 'table' && state.view?.layout === undefined ? undefined : next })
              }
            />
          )
        }
      >
        <ViewMenu state={state} />
        <FilterField state={state} faultAt={fault === undefined ? undefined : faultId} />
        <FilterBuilder state={state} />
        <SortMenu state={state} />
        {layout === 'board' && <GroupMenu state={state} />}
        {layout === 'board' && <LanesMenu state={state} />}
        {layout === 'table' && !isNarrow && <BandsMenu state={state} />}
        {layout === 'table' && !isNarrow && <ColumnsMenu state={state} />}
      </Toolbar>
      {fault === undefined ? <FilterChips state={state} /> : <FilterFault id={faultId} state={state} message={fault} />}
    </div>
  );
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

function GroupMenu({ state }: { readonly state: ListState }) {
  const { kind, group, set } = state;
  const current = boardField(kind, group);
  const entries = boardFields(kind).map(({ name, title }) => ({
    ...{ id: name, title, checked: name === current?.name, onSelect: () => set({ group: name }) },
  }));
  return (
    <Menu
      label="Group by"
      entries={entries}
      trigger={<Button icon="columns-3">{`By ${current?.title.toLowerCase() ?? ''}`}</Button>}
    />
  );
}

function BandsMenu({ state }: { readonly state: ListState }) {
  const { kind, group, set } = state;
  const fields = boardFields(kind).filter(({ sortable }) => sortable);
  if (fields.length === 0) return null;
  const current = bandField(kind, group);
  const none = { id: '', title: 'No groups', checked: !current, onSelect: () => set({ group: undefined }) };
  const entries = fields.map(({ name, title }) => ({
    ...{ id: name, title, checked: name === current?.name, onSelect: () => set({ group: name }) },
  }));
  return (
    <Menu
      label="Group by"
      groups={[{ entries: [none] }, { title: 'Group by', entries }]}
      trigger={<Button icon="rows-3">{current ? `By ${current.title.toLowerCase()}` : 'Group'}</Button>}
    />
  );
}

function LanesMenu({ state }: { readonly state: ListState }) {
  const { kind, group, lanes, set } = state;
  const columns = boardField(kind, group)?.name;
  const fields = boardFields(kind).filter(({ name }) => name !== columns);
  if (fields.length === 0) return null;
  const current = fields.find(({ name }) => name === lanes);
  const none = { id: '', title: 'No lanes', checked: !current, onSelect: () => set({ lanes: undefined }) };
  const entries = fields.map(({ name, title }) => ({
    ...{ id: name, title, checked: name === lanes, onSelect: () => set({ lanes: name, group: columns }) },
  }));
  return (
    <Menu
      label="Lanes by"
      groups={[{ entries: [none] }, { title: 'Lanes by', entries }]}
      trigger={<Button icon="rows-3">{current ? `Lanes: ${current.title.toLowerCase()}` : 'Lanes'}</Button>}
    />
  );
}

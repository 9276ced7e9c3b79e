import { Button, Menu } from '@cubit/web-kit';
import { boardField, boardFields } from '../model/layouts.js';
import type { ListState } from '../model/use-list-state.js';
import type { Tool } from '../toolbar/ListToolbar.js';

/** What a board adds to the toolbar of a list. */
export function boardTools(state: ListState): readonly Tool[] {
  return [
    { id: 'group', tool: <GroupMenu state={state} /> },
    ...(boardFields(state.kind).length > 1 ? [{ id: 'lanes', tool: <LanesMenu state={state} /> }] : []),
  ];
}

/** The field whose values are the columns. */
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

/** The field that divides the board into lanes. */
function LanesMenu({ state }: { readonly state: ListState }) {
  const { kind, group, lanes, set } = state;
  const columns = boardField(kind, group)?.name;
  const fields = boardFields(kind).filter(({ name }) => name !== columns);
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

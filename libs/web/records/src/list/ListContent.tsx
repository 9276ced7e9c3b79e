import { useMemo, useRef, useState } from 'react';
import { useWorkspace } from '../app/workspace-context.js';
import { fieldsToLoad } from './model/columns.js';
import type { ListState } from './model/use-list-state.js';
import { useList } from './model/use-list.js';
import type { Selection } from './selection/selection.js';
import { Table } from './table/Table.js';

export function ListContent({ state }: { readonly state: ListState }) {
  const { slug } = useWorkspace();
  const { kind, filter, sort, columns } = state;
  const shape = useMemo(() => fieldsToLoad(kind, columns), [kind, columns]);
  const list = useList({ slug, kind: kind.id, filter, sort, ...shape });
  const [selection, setSelection] = useState<Selection>(list.memory.selection);
  const grid = useRef<HTMLDivElement>(null);
  return <Table state={state} list={list} selection={selection} onSelection={setSelection} grid={grid} />;
}

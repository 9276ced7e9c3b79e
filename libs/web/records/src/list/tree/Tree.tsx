import { Button, Skeleton, useKeys, VisuallyHidden } from '@cubit/web-kit';
import { useMemo, useState } from 'react';
import { ListBars } from '../ListBars.js';
import { ListEmpty } from '../ListEmpty.js';
import { ListFault } from '../ListFault.js';
import type { ListState } from '../model/use-list-state.js';
import { NOTHING, toggled } from '../selection/selection.js';
import { RecordRow } from './RecordRow.js';
import { type TreeContext, TreeProvider, useTreeContext } from './tree-context.js';
import { isRow, type TreeNote, type TreeRow } from './tree-model.js';
import { PAGE } from './use-levels.js';
import { useTree } from './use-tree.js';
import { TREE_KEYS, useTreeKeys } from './use-tree-keys.js';
import styles from './Tree.module.css';

const SHOWN_FIELDS = 4;

/** The toolbar and the records inside of others. */
export function Tree({ state }: { readonly state: ListState }) {
  const { kind } = state;
  const [selection, setSelection] = useState(NOTHING);
  const [focused, setCurrent] = useState<string>();
  const columns = state.columns.filter(({ key }) => key !== kind.ui.parent).slice(1, 1 + SHOWN_FIELDS);
  const { rows, error, retry, toggle, openAll, closeAll } = useTree(state, columns);
  const records = (rows ?? []).filter(isRow);
  // What had the focus may be in a record that was closed.
  const current = records.some(({ record }) => record.id === focused) ? focused : records[0]?.record.id;
  useKeys(
    'Tree',
    useMemo(() => {
      const toggleCurrent = () => current !== undefined && setSelection((before) => toggled(before, current));
      return { x: { title: 'Select the row', run: toggleCurrent, back: toggleCurrent } };
    }, [current]),
    TREE_KEYS,
  );
  const select = (id: string) => setSelection(toggled(selection, id));
  const tools = [
    {
      id: 'open',
      tool: (
        <Button icon="chevron-down" onPress={openAll}>
          Open all
        </Button>
      ),
    },
    {
      id: 'close',
      tool: (
        <Button icon="chevron-right" onPress={closeAll}>
          Close all
        </Button>
      ),
    },
  ];
  return (
    <>
      <ListBars {...{ state, selection, error, tools }} total={0} onSelection={setSelection} />
      {error !== null && error !== undefined && <ListFault state={state} error={error} onRetry={retry} />}
      {rows?.length === 0 && <ListEmpty state={state} />}
      {!rows && !error && <Skeleton shape="rows" count={8} />}
      {rows && rows.length > 0 && (
        <TreeProvider value={{ state, columns, toggle, current, setCurrent, selection, select }}>
          <Grid {...{ rows, records, columns }} onClear={() => setSelection(NOTHING)} />
        </TreeProvider>
      )}
    </>
  );
}

interface GridProps {
  readonly rows: readonly (TreeRow | TreeNote)[];
  readonly records: readonly TreeRow[];
  readonly columns: TreeContext['columns'];
  readonly onClear: () => void;
}

function Grid({ rows, records, columns, onClear }: GridProps) {
  const { state } = useTreeContext();
  const onKeyDown = useTreeKeys(records, onClear);
  return (
    <div
      role="treegrid"
      aria-label={state.kind.plural}
      aria-multiselectable
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      <div role="row" className={styles.head}>
        <span role="columnheader" className={styles.check}>
          <VisuallyHidden>Selected</VisuallyHidden>
        </span>
        <span role="columnheader" className={styles.title}>
          {state.columns[0]?.title}
        </span>
        {columns.map((column) => (
          <span
            key={column.key}
            role="columnheader"
            className={styles.cell}
            style={{ width: column.width }}
            data-numeric={column.numeric || undefined}
          >
            {column.title}
          </span>
        ))}
      </div>
      {rows.map((row) =>
        isRow(row) ? (
          <RecordRow key={`${row.parent} ${row.record.id}`} {...row} />
        ) : (
          <Note key={`${row.parent} ${row.note}`} {...row} />
        ),
      )}
    </div>
  );
}

function Note({ note, level }: TreeNote) {
  if (note === 'loading') return <Skeleton shape="rows" count={1} />;
  return (
    <div className={styles.nothing} style={{ paddingInlineStart: 16 + level * 20 }}>
      The first {PAGE} are shown. A filter finds others.
    </div>
  );
}

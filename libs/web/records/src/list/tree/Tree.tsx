import { type CubitRecord, pagePaths } from '@cubit/web-client';
import { EmptyState, ErrorState, Icon, Skeleton, useKeys, VisuallyHidden } from '@cubit/web-kit';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useGo } from '../../app/address.js';
import { useRecords } from '../../app/queries.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { CellValue, titleOf } from '../../cells/index.js';
import { type Column, fieldsToLoad } from '../model/columns.js';
import { conditionText } from '../model/filter-text.js';
import type { ListState } from '../model/use-list-state.js';
import { valueOf } from '../model/value-of.js';
import { isSelected, NOTHING, type Selection, selectedCount, toggled } from '../selection/selection.js';
import { TreeProvider, useTree } from './tree-context.js';
import styles from './Tree.module.css';

const SHOWN_FIELDS = 4;

export interface TreeProps {
  readonly state: ListState;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
}

/** Records inside of others. What is inside loads when it is opened; a filter shows what it finds without the levels. */
export function Tree({ state, selection, onSelection }: TreeProps) {
  const { kind } = state;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string>();
  const go = useGo();
  const select = (id: string) => onSelection(toggled(selection, id));
  useKeys(
    'Tree',
    useMemo(() => {
      const toggleCurrent = () => current !== undefined && onSelection(toggled(selection, current));
      return { x: { title: 'Select the row', run: toggleCurrent, back: toggleCurrent } };
    }, [current, selection, onSelection]),
    TREE_KEYS,
  );
  const columns = state.columns.filter(({ key }) => key !== kind.ui.parent).slice(1, 1 + SHOWN_FIELDS);
  const toggle = (id: string, isOpen: boolean) =>
    setOpen((before) => (isOpen ? new Set([...before, id]) : new Set([...before].filter((other) => other !== id))));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-node]')];
    const at = Math.max(
      0,
      rows.findIndex((row) => row === document.activeElement),
    );
    const row = rows[at];
    const id = row?.dataset['node'] ?? '';
    const level = Number(row?.getAttribute('aria-level') ?? 1);
    const focus = (next: HTMLElement | undefined) => next?.focus();
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(rows[at + 1]),
      ArrowUp: () => focus(rows[at - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (open.has(id) ? focus(rows[at + 1]) : toggle(id, true)),
      ArrowLeft: () =>
        open.has(id)
          ? toggle(id, false)
          : focus(rows.slice(0, at).findLast((other) => Number(other.getAttribute('aria-level')) < level)),
      Enter: () => go(row?.querySelector('a')?.getAttribute('href') ?? ''),
      ...(selectedCount(selection, 0) > 0 && { Escape: () => onSelection(NOTHING) }),
    };
    const act = acts[event.key];
    if (!act || !row) return;
    event.preventDefault();
    act();
  };
  return (
    <TreeProvider value={{ state, columns, open, toggle, current, setCurrent, selection, select }}>
      <div role="treegrid" aria-label={kind.plural} aria-multiselectable className={styles.tree} onKeyDown={onKeyDown}>
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
        <Branch parent={null} level={1} />
      </div>
    </TreeProvider>
  );
}

const TREE_KEYS = {
  right: 'Open the row, or go to what is inside',
  left: 'Close the row, or go to what it is in',
  enter: 'Open the record',
  esc: 'Clear the selection',
};
const MOST = 200;

/** What is inside of a record, or at the top. */
function Branch({ parent, level }: { readonly parent: string | null; readonly level: number }) {
  const { state, columns } = useTree();
  const { kind, filter, sort } = state;
  const field = { name: kind.ui.parent ?? '', type: 'ref' } as const;
  const inside = parent === null ? conditionText(field, 'empty', '') : conditionText(field, 'is', parent);
  const title = state.columns[0];
  const { data, error, isPending, refetch } = useRecords(kind.id, {
    filter: parent === null && filter !== '' ? filter : inside,
    sort: sort ?? title?.sort ?? undefined,
    ...fieldsToLoad(kind, title ? [title, ...columns] : columns),
    limit: MOST,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton shape="rows" count={parent === null ? 8 : 1} />;
  if (data.data.length === 0 && parent === null)
    return (
      <EmptyState icon={kind.ui.icon} title={`No ${kind.plural.toLowerCase()}`}>
        {kind.ui.empty}
      </EmptyState>
    );
  return (
    <>
      {data.data.map((record, index) => (
        <Node key={record.id} record={record} level={level} isFirst={parent === null && index === 0} />
      ))}
      {data.data.length === 0 && (
        <div className={styles.nothing} style={{ paddingInlineStart: 16 + level * 20 }}>
          Nothing inside
        </div>
      )}
      {data.next_cursor !== null && (
        <div className={styles.nothing}>The first {MOST} are shown. A filter finds others.</div>
      )}
    </>
  );
}

interface NodeProps {
  readonly record: CubitRecord;
  readonly level: number;
  readonly isFirst: boolean;
}

function Node({ record, level, isFirst }: NodeProps) {
  const { state, columns, open, toggle, current, setCurrent, selection, select } = useTree();
  const { slug } = useWorkspace();
  const { kind } = state;
  const isOpen = open.has(record.id);
  const title = titleOf(record, kind);
  return (
    <>
      <div
        role="row"
        data-node={record.id}
        data-row
        tabIndex={current === record.id || (current === undefined && isFirst) ? 0 : -1}
        aria-level={level}
        aria-expanded={isOpen}
        aria-selected={isSelected(selection, record.id)}
        className={styles.row}
        onFocus={() => setCurrent(record.id)}
      >
        <span role="gridcell" className={styles.check}>
          <input
            type="checkbox"
            tabIndex={-1}
            className={styles.checkbox}
            checked={isSelected(selection, record.id)}
            aria-label={`Select ${title}`}
            onChange={() => select(record.id)}
          />
        </span>
        <span role="gridcell" className={styles.title} style={{ paddingInlineStart: (level - 1) * 20 + 4 }}>
          <button
            type="button"
            tabIndex={-1}
            className={styles.toggle}
            aria-label={isOpen ? `Close ${title}` : `Open ${title}`}
            onClick={() => toggle(record.id, !isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          </button>
          <a data-row-link className={styles.link} href={pagePaths.record(slug, record.kind, record.id)} tabIndex={-1}>
            {title}
          </a>
        </span>
        {columns.map((column) => (
          <Value key={column.key} record={record} column={column} />
        ))}
      </div>
      {isOpen && <Branch parent={record.id} level={level + 1} />}
    </>
  );
}

function Value({ record, column }: { readonly record: CubitRecord; readonly column: Column }) {
  const { kind } = useTree().state;
  const { field } = column;
  return (
    <span
      role="gridcell"
      className={styles.cell}
      style={{ width: column.width }}
      data-numeric={column.numeric || undefined}
    >
      {field && <CellValue kind={kind} field={field} value={valueOf(record, field)} fields={record.fields} inGrid />}
    </span>
  );
}

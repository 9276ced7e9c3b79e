import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { toggledToShow, type TreeRow, treeRows } from '../model/tree-rows.js';
import { useEditor } from '../view/editor-context.js';
import { TreeItem } from './TreeItem.js';
import { useRowWindow } from './use-row-window.js';
import styles from './Tree.module.css';

const ROW_ID = 'plan-row';

/** The levels, the rooms and what is in them: the same editor for the keyboard and for screen readers. */
export function Tree() {
  const { state, problems, unit, show, editName } = useEditor();
  const { plan, selected } = state;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  // A level is no element of the document, so it is not selected.
  const [level, setLevel] = useState<string>();
  const [shownFor, setShownFor] = useState<string | null>(null);
  // What is selected on the drawing is in the tree too, whatever was closed before.
  if (selected !== shownFor) {
    setShownFor(selected);
    if (selected !== null) setToggled(toggledToShow(plan, selected, toggled));
    if (selected !== null) setLevel(undefined);
  }
  const rows = treeRows(plan, toggled, unit);
  const current = level ?? selected ?? rows[0]?.key;
  const found = rows.findIndex(({ key }) => key === current);
  const index = Math.max(0, found);
  const { scroller, from, to, rowHeight, scrollTo } = useRowWindow(rows.length);
  useEffect(() => {
    if (found >= 0) scrollTo(found);
  }, [found, scrollTo]);
  const faulty = useMemo(() => new Set(problems.map(({ pointer }) => pointer)), [problems]);
  const choose = ({ type, key }: TreeRow) => {
    setLevel(type === 'level' ? key : undefined);
    if (type !== 'level') show(key);
  };
  const toggle = (key: string) => {
    const next = new Set(toggled);
    if (!next.delete(key)) next.add(key);
    setToggled(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[index];
    const target = targetOf(event.key, rows, index);
    if (target) choose(target);
    else if (row && toggles(event.key, row)) toggle(row.key);
    else if (event.key === 'Enter' && selected !== null) editName();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label="Contents of the plan"
      tabIndex={0}
      aria-activedescendant={rows[index] ? `${ROW_ID}-${index}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="none" style={{ height: from * rowHeight }} />
      {rows.slice(from, to).map((row, place) => (
        <TreeItem
          key={row.key}
          id={`${ROW_ID}-${from + place}`}
          row={row}
          isSelected={row.key === selected}
          isCurrent={from + place === index}
          isFaulty={faulty.has(row.key)}
          onChoose={() => choose(row)}
          onToggle={() => toggle(row.key)}
        />
      ))}
      <div role="none" style={{ height: (rows.length - to) * rowHeight }} />
    </div>
  );
}

/** The row that a key leads to. */
function targetOf(key: string, rows: readonly TreeRow[], index: number): TreeRow | undefined {
  const row = rows[index];
  switch (key) {
    case 'ArrowDown':
      return rows[index + 1];
    case 'ArrowUp':
      return rows[index - 1];
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    case 'ArrowRight':
      return row?.isOpen === true ? rows[index + 1] : undefined;
    case 'ArrowLeft':
      return row?.isOpen === true ? undefined : rows.slice(0, index).findLast(({ level }) => level < (row?.level ?? 0));
    default:
      return undefined;
  }
}

function toggles(key: string, { isOpen }: TreeRow): boolean {
  if (isOpen === undefined) return false;
  return key === ' ' || (key === 'ArrowRight' && !isOpen) || (key === 'ArrowLeft' && isOpen);
}

import { type CubitRecord, pagePaths } from '@cubit/web-client';
import { type CSSProperties, memo, type MouseEvent, Suspense } from 'react';
import { CellValue, type ShownField, titleOf } from '../../cells/index.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { valueOf } from '../model/value-of.js';
import { useRow } from '../model/use-list.js';
import { RowCheckbox } from '../selection/RowCheckbox.js';
import { isSelected } from '../selection/selection.js';
import { CellEditor } from './lazy-editor.js';
import { RowMenu } from './RowMenu.js';
import { cellId, isSame, useTable } from './table-context.js';
import styles from './Table.module.css';

export interface TableRowProps {
  /** Of the record. */
  readonly index: number;
  readonly line: number;
  readonly top: number;
}

/** One row; it draws again for its own record alone. */
export const TableRow = memo(function TableRow({ index, line, top }: TableRowProps) {
  const { store, visible, selection } = useTable();
  const record = useRow(store, index);
  const style: CSSProperties = { transform: `translateY(${top}px)` };
  if (!record) return <BoneRow line={line} top={top} />;
  const selected = isSelected(selection, record.id);
  return (
    <div
      className={styles.row}
      style={style}
      role="row"
      aria-rowindex={line + 2}
      aria-selected={selected}
      data-drive={`record:${record.kind}/${record.id}`}
    >
      <CheckCell index={index} record={record} selected={selected} />
      <TitleCell index={index} record={record} />
      <span className={styles.gap} style={{ width: visible.before }} />
      {visible.columns.map(({ column, index: position }) => (
        <ValueCell
          key={column.key}
          {...{ record, row: index, column: position, width: column.width, numeric: column.numeric }}
          field={column.field}
        />
      ))}
    </div>
  );
});

/** A row of the final size, in place of one that loads. */
export function BoneRow({ line, top }: Omit<TableRowProps, 'index'>) {
  const style: CSSProperties = { transform: `translateY(${top}px)` };
  return (
    <div className={styles.row} style={style} role="row" aria-rowindex={line + 2} aria-busy="true" aria-hidden="true">
      <Bones />
    </div>
  );
}

function Bones() {
  const { visible } = useTable();
  return (
    <>
      <span className={styles.check} />
      <span className={styles.titleCell} style={{ width: visible.title?.width }}>
        <span className={styles.bone} />
      </span>
      <span className={styles.gap} style={{ width: visible.before }} />
      {visible.columns.map(({ column }) => (
        <span key={column.key} className={styles.cell} style={{ width: column.width }}>
          <span className={styles.bone} />
        </span>
      ))}
    </>
  );
}

interface RowPartProps {
  readonly index: number;
  readonly record: CubitRecord;
}

function CheckCell({ index, record, selected }: RowPartProps & { readonly selected: boolean }) {
  const { kind, select } = useTable();
  return (
    <span className={styles.check} role="gridcell" aria-colindex={1}>
      <RowCheckbox
        label={`Select ${titleOf(record, kind)}`}
        checked={selected}
        onSelect={(_, range) => select(index, range)}
      />
    </span>
  );
}

function TitleCell({ index, record }: RowPartProps) {
  const { id, kind, visible, active, activate, menuOpen, setMenuOpen } = useTable();
  const { slug } = useWorkspace();
  const cell = { row: index, column: 0, isHead: false };
  return (
    <span
      id={cellId(id, cell)}
      role="gridcell"
      aria-colindex={2}
      className={styles.titleCell}
      style={{ width: visible.title?.width }}
      data-active={isSame(active, cell) || undefined}
      onMouseDown={() => activate(cell)}
    >
      <a className={styles.titleLink} href={pagePaths.record(slug, record.kind, record.id)} tabIndex={-1}>
        {titleOf(record, kind)}
      </a>
      {active.row === index && !active.isHead && <RowMenu record={record} open={menuOpen} onOpenChange={setMenuOpen} />}
    </span>
  );
}

interface ValueCellProps {
  readonly record: CubitRecord;
  readonly field: ShownField | null;
  readonly row: number;
  readonly column: number;
  readonly width: number;
  readonly numeric: boolean;
}

function ValueCell({ record, field, row, column, width, numeric }: ValueCellProps) {
  const { id, kind, active, editing, activate, edit, close } = useTable();
  if (!field) return null;
  const cell = { row, column, isHead: false };
  const isEdited = editing !== null && isSame(editing, cell);
  const shown = <CellValue kind={kind} field={field} value={valueOf(record, field)} fields={record.fields} inGrid />;
  const onMouseDown = (event: MouseEvent) => {
    if (!isEdited && event.button === 0) activate(cell);
  };
  return (
    <span
      id={cellId(id, cell)}
      role="gridcell"
      aria-colindex={column + 2}
      className={styles.cell}
      style={{ width }}
      data-numeric={numeric || undefined}
      data-active={isSame(active, cell) || undefined}
      onMouseDown={onMouseDown}
      onDoubleClick={() => edit(cell)}
    >
      {isEdited ? (
        <Suspense fallback={shown}>
          <CellEditor kind={kind} field={field} record={record} onClose={() => close(cell)} />
        </Suspense>
      ) : (
        shown
      )}
    </span>
  );
}

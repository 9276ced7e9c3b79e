import { type CubitRecord, pagePaths } from '@cubit/web-client';
import { Icon } from '@cubit/web-kit';
import { useWorkspace } from '../../app/workspace-context.js';
import { CellValue, titleOf } from '../../cells/index.js';
import type { Column } from '../model/columns.js';
import { valueOf } from '../model/value-of.js';
import { RowCheckbox } from '../selection/RowCheckbox.js';
import { isSelected } from '../selection/selection.js';
import { useTreeContext } from './tree-context.js';
import type { TreeRow } from './tree-model.js';
import styles from './Tree.module.css';

/** A record in its level, with a button where others are inside. */
export function RecordRow({ record, level, isOpen }: TreeRow) {
  const { state, columns, toggle, current, setCurrent, selection, select } = useTreeContext();
  const { slug } = useWorkspace();
  const title = titleOf(record, state.kind);
  return (
    <div
      role="row"
      data-node={record.id}
      data-row
      tabIndex={current === record.id ? 0 : -1}
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={isSelected(selection, record.id)}
      className={styles.row}
      onFocus={() => setCurrent(record.id)}
    >
      <span role="gridcell" className={styles.check}>
        <RowCheckbox
          label={`Select ${title}`}
          checked={isSelected(selection, record.id)}
          onSelect={() => select(record.id)}
        />
      </span>
      <span role="gridcell" className={styles.title} style={{ paddingInlineStart: (level - 1) * 20 + 4 }}>
        {isOpen === undefined ? (
          <span className={styles.leaf} />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className={styles.toggle}
            aria-label={isOpen ? `Close ${title}` : `Open ${title}`}
            onClick={() => toggle([record.id], !isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          </button>
        )}
        <a data-row-link className={styles.link} href={pagePaths.record(slug, record.kind, record.id)} tabIndex={-1}>
          {title}
        </a>
      </span>
      {columns.map((column) => (
        <Value key={column.key} record={record} column={column} />
      ))}
    </div>
  );
}

function Value({ record, column }: { readonly record: CubitRecord; readonly column: Column }) {
  const { kind } = useTreeContext().state;
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

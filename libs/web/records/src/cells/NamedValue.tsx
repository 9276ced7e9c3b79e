import { typeHolds } from '@cubit/web-contract';
import { CellValue } from './CellValue.js';
import type { CellProps } from './cell-props.js';
import type { ShownField } from './shown-field.js';
import { isHidden } from './tone-of.js';
import { isNumeric } from './widget-of.js';
import styles from './NamedValue.module.css';

/** A value beside others that are not in a table, with the title of its field where it says nothing by itself. */
export function NamedValue(props: CellProps) {
  const { field, fields } = props;
  if (isHidden(field.ui, fields)) return null;
  return (
    <span className={styles.value} title={field.title}>
      {needsName(field) && <span className={styles.name}>{field.title}</span>}
      <CellValue {...props} />
    </span>
  );
}

/** Values that say nothing by themselves: dates, numbers, yes or no. */
function needsName(field: ShownField): boolean {
  return typeHolds(field.type, 'boolean', 'day', 'instant') || isNumeric(field);
}

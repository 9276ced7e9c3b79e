import styles from './RowCheckbox.module.css';

export interface RowCheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  /** Of a box for several rows: some are selected. */
  readonly some?: boolean;
  /** Whether Tab reaches it; in a row, keys of the grid do the same. */
  readonly tabbable?: boolean;
  /** `range`: up to this row, from the one before. */
  readonly onSelect: (checked: boolean, range: boolean) => void;
}

/** Selects a row, or all; it takes clicks on the whole cell, which has a position. */
export function RowCheckbox({ label, checked, some = false, tabbable = false, onSelect }: RowCheckboxProps) {
  return (
    <input
      type="checkbox"
      tabIndex={tabbable ? 0 : -1}
      className={styles.checkbox}
      aria-label={label}
      checked={checked}
      ref={(input) => {
        if (input) input.indeterminate = some;
      }}
      onClick={(event) => onSelect(event.currentTarget.checked, event.shiftKey)}
      onChange={() => undefined}
    />
  );
}

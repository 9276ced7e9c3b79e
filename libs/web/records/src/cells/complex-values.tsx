import { Icon, Progress } from '@cubit/web-kit';
import { useFileUrl } from './use-file-url.js';
import type { CellProps } from './cell-props.js';
import { EntriesValue } from './EntriesValue.js';
import { enumTitle } from './value-text.js';
import styles from './Cell.module.css';

interface ChecklistItem {
  readonly text: string;
  readonly done: boolean;
}

/** How many are done. */
export function ChecklistValue({ value, field }: CellProps) {
  const items = (Array.isArray(value) ? value : []) as readonly ChecklistItem[];
  if (items.length === 0) return null;
  const done = items.filter((item) => item.done).length;
  return (
    <span className={styles.checklist}>
      <Progress label={field.title} value={done / items.length} tone={done === items.length ? 'ok' : undefined} />
      <span className={styles.number}>
        {done}/{items.length}
      </span>
    </span>
  );
}

export function JsonValue({ value, field, inGrid = false }: CellProps) {
  const isList = Array.isArray(value) && Array.isArray(field.schema.items?.enum);
  if (isList)
    return <span className={styles.text}>{value.map((item) => enumTitle(field, String(item))).join(', ')}</span>;
  const isEntries = Array.isArray(value) && value.length > 0 && value.every((item) => !isScalar(item) && item !== null);
  // In a table, each title would be a request for each row.
  if (isEntries && !inGrid) return <EntriesValue field={field} value={value} />;
  return <span className={styles.mono}>{summaryOf(value)}</span>;
}

/** Members of a small object read as `PLA, 1.75`; of a long list, the number. */
function summaryOf(value: unknown): string {
  if (Array.isArray(value))
    return value.every(isScalar) ? value.join(', ') : `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.values(value);
  return members.every(isScalar) ? members.join(', ') : JSON.stringify(value);
}

const isScalar = (value: unknown): boolean => typeof value !== 'object';

export function ImageValue({ value, field }: CellProps) {
  const url = useFileUrl(String(value));
  return <img className={styles.thumbnail} src={url} alt={field.title} loading="lazy" decoding="async" />;
}

export function FileValue({ value, inGrid }: CellProps) {
  const url = useFileUrl(String(value));
  return (
    <a className={styles.file} href={url} target="_blank" rel="noopener" tabIndex={inGrid ? -1 : undefined}>
      <Icon name="file" size={14} />
      File
    </a>
  );
}

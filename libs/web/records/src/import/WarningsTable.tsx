import { labelOf, sentence } from '@cubit/web-contract';
import type { ImportResult, ImportWarnings } from './import-types.js';
import type { TitleOf } from './target-words.js';
import styles from './ImportPage.module.css';

export interface WarningsTableProps {
  readonly titleOf: TitleOf;
  readonly warnings: ImportWarnings;
}

/** The values that an import takes in another form, or leaves out. */
export function WarningsTable({ titleOf, warnings: { count, first } }: WarningsTableProps) {
  return (
    <>
      <div className={styles.scroll} role="region" aria-label="Values that change" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Field</th>
              <th scope="col">What happens</th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ row, field, message }) => (
              <tr key={`${row} ${field} ${message}`}>
                <th scope="row">{row}</th>
                <td className={styles.samples}>{titleOf(field) ?? sentence(labelOf(field))}</td>
                <td className={styles.samples}>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > first.length && (
        <p className={styles.note}>{`${count - first.length} more values are changed or left out.`}</p>
      )}
    </>
  );
}

/** `3 values change or are left out.`; empty without any. */
export function warningWords({ count }: ImportWarnings): string {
  if (count === 0) return '';
  return count === 1 ? ' 1 value changes or is left out.' : ` ${count} values change or are left out.`;
}

/** `3 created, 1 changed`, without those of which there are none; `nothing` without any. */
export function countWords(counts: readonly (readonly [number, string])[]): string {
  const some = counts.filter(([count]) => count > 0);
  return some.length === 0 ? 'nothing' : some.map(([count, words]) => `${count} ${words}`).join(', ');
}

/** ` Values: 12 taken, 1 read as another, 2 left out, 3 ignored.`, without those of which there are none. */
export function valueWords({ taken, read, left_out: left, ignored }: ImportResult['values']): string {
  const counts = [
    [taken, 'taken'],
    [read, 'read as another'],
    [left, 'left out'],
    [ignored, 'ignored'],
  ] as const;
  return ` Values: ${countWords(counts)}.`;
}

import { Select } from '@cubit/web-kit/forms';
import type { ColumnChoice, FileStyle, ImportPreview } from './import-types.js';
import styles from './ImportPage.module.css';

export interface StyleChoicesProps {
  readonly preview: ImportPreview;
  readonly style: FileStyle;
  readonly onChange: (style: FileStyle) => void;
}

const LABELS: Readonly<Record<keyof FileStyle, string>> = { decimal: 'Decimal separator', dates: 'Order of dates' };
const WAYS = {
  decimal: [
    { id: '.', title: 'Point: 1,234.50' },
    { id: ',', title: 'Comma: 1.234,50' },
  ],
  dates: [
    { id: 'dmy', title: 'Day, month, year' },
    { id: 'mdy', title: 'Month, day, year' },
    { id: 'ymd', title: 'Year, month, day' },
  ],
} as const;

/** How numbers and dates are read, for each that the file has: what its columns decide, and a choice where they do not. */
export function StyleChoices({ preview, style, onChange }: StyleChoicesProps) {
  return (['decimal', 'dates'] as const).map((parameter) => {
    const told = preview.columns.flatMap(({ name, choice }) =>
      choice?.parameter === parameter ? [{ name, choice }] : [],
    );
    if (told.length === 0) return null;
    return (
      <div key={parameter} className={styles.choose}>
        <Select
          label={LABELS[parameter]}
          placeholder="As the columns of the file decide"
          value={style[parameter]}
          onChange={(value) => onChange({ ...style, [parameter]: value })}
          choices={WAYS[parameter]}
        />
        {style[parameter] === undefined && <p className={styles.note}>{told.map(wordsOf).join(' ')}</p>}
      </div>
    );
  });
}

interface Told {
  readonly name: string;
  readonly choice: ColumnChoice;
}

function wordsOf({ name, choice: { value, parameter, readings } }: Told): string {
  if (value === null)
    return `${name} can be read in several ways: its first unclear value is ${readings.map(({ first }) => first).join(' or ')}.`;
  if (value === 'mixed') return `${name} has both.`;
  return `${name}: ${WAYS[parameter].find(({ id }) => id === value)?.title.toLowerCase() ?? value}.`;
}

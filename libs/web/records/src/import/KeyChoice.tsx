import type { UiKind } from '@cubit/web-client';
import { Select } from '@cubit/web-kit/forms';
import type { KeyOption } from './key-options.js';
import styles from './ImportPage.module.css';

export interface KeyChoiceProps {
  readonly kind: UiKind;
  readonly options: readonly KeyOption[];
  /** Undefined: rows change no record. */
  readonly value: string | undefined;
  readonly onChange: (key: string | null) => void;
}

/** By which column rows find the records that they change. */
export function KeyChoice({ kind, options, value, onChange }: KeyChoiceProps) {
  if (options.length === 0) return null;
  const [one, many] = [kind.title.toLowerCase(), kind.plural.toLowerCase()];
  const chosen = options.find(({ id }) => id === value);
  return (
    <div className={styles.choose}>
      <Select
        label={`Change ${many} that are there, found by`}
        placeholder={`None: every row adds a new ${one}`}
        required={chosen?.isFixed === true}
        value={value}
        onChange={(key) => onChange(key ?? null)}
        choices={options}
      />
      {chosen && (
        <p className={styles.note}>
          {`A row whose “${chosen.title}” is that of a ${one} changes it. An empty cell empties its field. Other rows add new ${many}.`}
        </p>
      )}
    </div>
  );
}

import { cx } from '../cx.js';
import { Icon } from '../icon/Icon.js';
import type { Option } from './use-options.js';
import styles from '../overlays/overlay.module.css';

export interface OptionListProps {
  readonly id: string;
  readonly label: string;
  readonly list: {
    readonly options: readonly Option[];
    readonly active: number | undefined;
    readonly loading: boolean;
    readonly failed: boolean;
  };
  readonly selected?: string;
  readonly onSelect: (option: Option) => void;
}

/** The options of a combobox, whose focus stays in the input. */
export function OptionList({ id, label, list, selected, onSelect }: OptionListProps) {
  const { options, active, loading, failed } = list;
  const message = failed ? 'The list could not be loaded.' : loading ? 'Loading…' : 'Nothing found.';
  return (
    // Keeps the focus in the input.
    <div onPointerDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label={label} className={styles.list}>
        {options.map((option, index) => (
          <div
            key={option.id}
            id={`${id}-${index}`}
            ref={index === active ? scrollIntoView : undefined}
            role="option"
            aria-selected={option.id === selected}
            data-focused={index === active || undefined}
            className={cx(styles.item, styles.option)}
            onClick={() => onSelect(option)}
          >
            {option.icon !== undefined && <Icon name={option.icon} />}
            <span className={styles.itemText}>
              {option.title}
              {option.hint !== undefined && <span className={styles.itemHint}>{option.hint}</span>}
            </span>
            {option.id === selected && <Icon name="check" className={styles.check} />}
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <p className={styles.empty} role="status">
          {message}
        </p>
      )}
    </div>
  );
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

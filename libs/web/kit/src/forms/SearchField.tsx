import type { KeyboardEventHandler, Ref } from 'react';
import { Kbd } from '../actions/Kbd.js';
import { Icon } from '../icon/Icon.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import styles from './control.module.css';

export interface SearchFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter?: () => void;
  readonly placeholder?: string;
  /** Key that focuses the field, shown in it. */
  readonly keys?: string;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Text that finds or filters. Escape empties it. */
export function SearchField({ ref, ...props }: SearchFieldProps) {
  const { value, onChange, onEnter, hideLabel = true } = props;
  const ids = useField(props);
  return (
    <FieldFrame ids={ids} {...props} hideLabel={hideLabel}>
      <div className={styles.control}>
        <Icon name="search" />
        <input
          {...ids.control}
          ref={ref}
          className={styles.input}
          type="text"
          role="searchbox"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          value={value}
          placeholder={props.placeholder ?? props.label}
          onChange={(event) => onChange(event.target.value)}
          onBlur={props.onBlur}
          onKeyDown={(event) => {
            props.onKeyDown?.(event);
            if (event.key === 'Enter') onEnter?.();
            if (event.key !== 'Escape' || value === '') return;
            event.stopPropagation();
            onChange('');
          }}
        />
        {value !== '' && (
          <button type="button" className={styles.arrow} aria-label="Clear" onClick={() => onChange('')}>
            <Icon name="x" size={14} />
          </button>
        )}
        {value === '' && props.keys !== undefined && <Kbd keys={props.keys} />}
      </div>
    </FieldFrame>
  );
}

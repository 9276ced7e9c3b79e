import type { Ref } from 'react';
import { cx } from '../cx.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import type { Choice } from './RadioGroup.js';
import styles from './Select.module.css';
import controls from './control.module.css';

export interface SelectProps extends FieldProps {
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly choices: readonly Choice[];
  /** Text of the entry for no value, which is offered where the field is not required. */
  readonly placeholder?: string;
  /** Only as wide as its text: in toolbars. */
  readonly compact?: boolean;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** One of a list: the browser's own, so that phones show their own picker. */
export function Select({ ref, ...props }: SelectProps) {
  const { value, onChange, choices, placeholder = 'None', required = false, compact = false } = props;
  const ids = useField(props);
  const unknown = value !== undefined && !choices.some(({ id }) => id === value);
  return (
    <FieldFrame ids={ids} {...props}>
      <select
        {...ids.control}
        ref={ref}
        className={cx(controls.control, styles.select, compact && styles.compact)}
        value={value ?? ''}
        disabled={props.disabled === true || props.readOnly === true}
        data-empty={value === undefined || undefined}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        onBlur={props.onBlur}
      >
        {(!required || value === undefined) && <option value="">{required ? 'Choose…' : placeholder}</option>}
        {unknown && <option value={value}>{value}</option>}
        {choices.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

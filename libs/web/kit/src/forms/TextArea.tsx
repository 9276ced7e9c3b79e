import type { Ref } from 'react';
import { cx } from '../cx.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import styles from './control.module.css';

export interface TextAreaProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** Lines at first; it grows with the text. */
  readonly rows?: number;
  readonly maxLength?: number;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ ref, ...props }: TextAreaProps) {
  const ids = useField(props);
  return (
    <FieldFrame ids={ids} {...props}>
      <textarea
        {...ids.control}
        ref={ref}
        className={cx(styles.control, styles.area)}
        value={props.value}
        rows={props.rows ?? 3}
        readOnly={props.readOnly}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onBlur}
      />
    </FieldFrame>
  );
}

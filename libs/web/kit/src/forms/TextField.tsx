import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import { SCAN_TARGET } from '../keys/scan-target.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import styles from './control.module.css';

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'tel';
  readonly placeholder?: string;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly maxLength?: number;
  /** Takes what a USB scanner types itself. */
  readonly scanTarget?: boolean;
  /** Ids and part numbers. */
  readonly mono?: boolean;
  /** Before and behind the text, in the box. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** `isMod`: together with Ctrl or Command. */
  readonly onEnter?: (isMod: boolean) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ ref, ...props }: TextFieldProps) {
  const { value, onChange, type = 'text', before, after, onEnter, mono = false, scanTarget = false } = props;
  const ids = useField(props);
  return (
    <FieldFrame ids={ids} {...props}>
      <div className={styles.control}>
        {before}
        <input
          {...ids.control}
          {...(scanTarget ? { [SCAN_TARGET]: '' } : {})}
          ref={ref}
          className={styles.input}
          style={mono ? { fontFamily: 'var(--mono)' } : undefined}
          type={type}
          value={value}
          readOnly={props.readOnly}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'off'}
          maxLength={props.maxLength}
          spellCheck={type === 'text' && !mono ? undefined : false}
          onChange={(event) => onChange(event.target.value)}
          onBlur={props.onBlur}
          onKeyDown={
            onEnter &&
            ((event) =>
              event.key === 'Enter' && !event.nativeEvent.isComposing && onEnter(event.ctrlKey || event.metaKey))
          }
        />
        {after}
      </div>
    </FieldFrame>
  );
}

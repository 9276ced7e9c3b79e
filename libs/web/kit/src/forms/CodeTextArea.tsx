import { cx } from '../cx.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import styles from './control.module.css';

export interface CodeTextAreaProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly rows?: number;
  /** With `json`, a text that does not parse is an error. */
  readonly language?: 'json' | 'cel' | 'text';
}

/** JSON or an expression as plain text. Tab leaves the field. */
export function CodeTextArea(props: CodeTextAreaProps) {
  const { value, language = 'json' } = props;
  const error = props.error ?? (language === 'json' ? jsonFault(value) : undefined);
  const ids = useField({ ...props, error });
  return (
    <FieldFrame ids={ids} {...props} error={error}>
      <textarea
        {...ids.control}
        className={cx(styles.control, styles.area, styles.code)}
        value={value}
        rows={props.rows ?? 6}
        readOnly={props.readOnly}
        placeholder={props.placeholder}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        wrap="off"
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onBlur}
      />
    </FieldFrame>
  );
}

function jsonFault(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'Is not valid JSON.';
  }
}

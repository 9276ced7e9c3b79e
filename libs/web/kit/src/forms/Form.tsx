import type { ReactNode, Ref } from 'react';
import styles from './Form.module.css';

export interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  readonly label?: string;
  readonly id?: string;
  readonly ref?: Ref<HTMLFormElement>;
}

/** Fields below each other. The browser's own checks are off: faults are shown by the fields. */
export function Form({ onSubmit, children, label, id, ref }: FormProps) {
  return (
    <form
      ref={ref}
      id={id}
      aria-label={label}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

export interface FieldRowProps {
  readonly children: ReactNode;
}

/** Fields beside each other, where there is room. */
export function FieldRow({ children }: FieldRowProps) {
  return <div className={styles.row}>{children}</div>;
}

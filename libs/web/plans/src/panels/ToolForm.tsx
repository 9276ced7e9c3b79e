import { Button } from '@cubit/web-kit';
import { type ReactNode, useState } from 'react';
import styles from './panels.module.css';

export interface ToolFormProps {
  readonly label: string;
  /** "Add room" */
  readonly verb: string;
  readonly onAdd: () => void;
  /** Why nothing can be added. */
  readonly reason?: string | undefined;
  readonly hint: string;
  readonly children: ReactNode;
}

/** What a tool draws, as numbers: for the keyboard, and for exact sizes. */
export function ToolForm({ label, verb, onAdd, reason, hint, children }: ToolFormProps) {
  // On a phone, the drawing needs the room more.
  const [isOpen, setOpen] = useState(() => !matchMedia('(max-width: 639px)').matches);
  if (!isOpen)
    return (
      <div className={styles.folded}>
        <span className={styles.hint}>{hint}</span>
        <Button size="small" expanded={false} onPress={() => setOpen(true)}>
          By numbers
        </Button>
      </div>
    );
  return (
    <form
      aria-label={label}
      noValidate
      className={styles.toolForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) onAdd();
      }}
    >
      {children}
      <div className={styles.formEnd}>
        <Button type="submit" size="small" icon="plus" disabledReason={reason}>
          {verb}
        </Button>
        <span className={styles.hint}>{hint}</span>
      </div>
    </form>
  );
}

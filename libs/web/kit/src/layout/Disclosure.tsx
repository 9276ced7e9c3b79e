import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../icon/Icon.js';
import styles from './Disclosure.module.css';

export interface DisclosureProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly defaultOpen?: boolean;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** At the right of the title: a count, a button. */
  readonly aside?: ReactNode;
}

/** A part that opens at its title. What is closed is not in the document. */
export function Disclosure({ title, children, defaultOpen = false, open, onOpenChange, aside }: DisclosureProps) {
  const [own, setOwn] = useState(defaultOpen);
  const id = useId();
  const isOpen = open ?? own;
  const toggle = () => {
    setOwn(!isOpen);
    onOpenChange?.(!isOpen);
  };
  return (
    <section className={styles.disclosure}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <button
            type="button"
            className={styles.button}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={toggle}
          >
            <Icon name="chevron-right" size={14} className={styles.arrow} />
            {title}
          </button>
        </h3>
        {aside}
      </div>
      {isOpen && (
        <div id={id} className={styles.body}>
          {children}
        </div>
      )}
    </section>
  );
}

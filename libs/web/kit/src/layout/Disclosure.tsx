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
  /** Level of the heading. Default: 3. */
  readonly level?: 2 | 3;
}

/** A part that opens at its title. What is closed is not in the document. */
export function Disclosure({ title, children, defaultOpen = false, open, onOpenChange, ...rest }: DisclosureProps) {
  const [own, setOwn] = useState(defaultOpen);
  const { aside, level = 3 } = rest;
  const Heading = `h${level}` as const;
  const id = useId();
  const isOpen = open ?? own;
  const toggle = () => {
    setOwn(!isOpen);
    onOpenChange?.(!isOpen);
  };
  return (
    <section className={styles.disclosure}>
      <div className={styles.head}>
        <Heading className={styles.title}>
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
        </Heading>
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

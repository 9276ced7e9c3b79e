import { Icon, type IconName } from '@cubit/web-kit';
import { type ReactNode, useId } from 'react';
import styles from './WireBuilder.module.css';

export interface StepProps {
  readonly title: string;
  readonly icon: IconName;
  readonly children: ReactNode;
}

/** A part of a wire: when, if, then. */
export function Step({ title, icon, children }: StepProps) {
  const id = useId();
  return (
    <section className={styles.step} aria-labelledby={id}>
      <span className={styles.stepIcon}>
        <Icon name={icon} size={20} />
      </span>
      <div className={styles.stepBody}>
        <h2 id={id} className={styles.stepTitle}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}

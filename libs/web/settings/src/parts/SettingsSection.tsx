import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './parts.module.css';

export interface SettingsSectionProps {
  readonly title: string;
  /** One sentence: what it is for. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** Reading width, for forms. */
  readonly narrow?: boolean;
  /** The page has the same title: this one is for screen readers alone. */
  readonly hideTitle?: boolean;
  readonly children: ReactNode;
}

/** A titled part of a settings page. */
export function SettingsSection({
  title,
  lead,
  actions,
  narrow = false,
  hideTitle = false,
  children,
}: SettingsSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id} data-narrow={narrow || undefined}>
      <header className={styles.sectionHead} data-title-hidden={(hideTitle && lead === undefined) || undefined}>
        <div className={styles.sectionWords}>
          <h2 id={id} className={hideTitle ? styles.hidden : styles.sectionTitle}>
            {title}
          </h2>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

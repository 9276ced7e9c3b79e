import type { CubitRecord, UiKind } from '@cubit/web-client';
import { dateOf, type Day } from './dates.js';
import { Entry } from './DayCell.js';
import styles from './Calendar.module.css';

export interface AgendaProps {
  readonly kind: UiKind;
  /** Days with what is on them. */
  readonly days: readonly { readonly day: Day; readonly records: readonly CubitRecord[] }[];
}

/** Days below each other, with the titles of their records: what the grid has no room for on a phone. */
export function Agenda({ kind, days }: AgendaProps) {
  const name = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <div className={styles.agenda} aria-live="polite">
      {days.map(({ day, records }) => (
        <section key={day} className={styles.agendaDay} aria-labelledby={`agenda-${day}`}>
          <h3 id={`agenda-${day}`} className={styles.agendaTitle}>
            {name.format(dateOf(day))}
          </h3>
          {records.length === 0 && <p className={styles.more}>{`No ${kind.plural.toLowerCase()} on this day.`}</p>}
          {records.map((record) => (
            <Entry key={record.id} kind={kind} record={record} />
          ))}
        </section>
      ))}
    </div>
  );
}

import { type CubitRecord, pagePaths, type UiKind } from '@cubit/web-client';
import { VisuallyHidden } from '@cubit/web-kit';
import type { CSSProperties } from 'react';
import { useWorkspace } from '../../app/workspace-context.js';
import { titleOf, toneOf } from '../../cells/index.js';
import { dateOf, type Day, dayOf } from './dates.js';
import styles from './Calendar.module.css';

export interface DayCellProps {
  readonly kind: UiKind;
  readonly day: Day;
  readonly isCurrent: boolean;
  readonly inMonth: boolean;
  readonly records: readonly CubitRecord[];
  /** Where there is no room for titles: the day is chosen, and its records stand below. */
  readonly onChoose?: (() => void) | undefined;
}

/** Dots of a day; more do not fit. */
const MOST_DOTS = 3;

/** A day of the grid with its records: their titles, or on a phone a dot for each. */
export function DayCell({ kind, day, isCurrent, inMonth, records, onChoose }: DayCellProps) {
  const date = dateOf(day);
  const name = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' }).format(date);
  return (
    <div
      role="gridcell"
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={onChoose && isCurrent}
      data-day={day}
      className={styles.day}
      style={{ '--records': records.length } as CSSProperties}
      data-outside={!inMonth || undefined}
      data-today={day === dayOf(new Date()) || undefined}
      onClick={onChoose}
    >
      <VisuallyHidden>{`${name}, ${records.length} ${records.length === 1 ? kind.title : kind.plural}`}</VisuallyHidden>
      <time dateTime={day} className={styles.number} aria-hidden>
        {date.getDate()}
      </time>
      {onChoose ? (
        <span className={styles.dots} aria-hidden>
          {records.slice(0, MOST_DOTS).map((record) => (
            <span key={record.id} className={styles.dot} data-tone={toneOfRecord(kind, record)} />
          ))}
        </span>
      ) : (
        records.map((record) => <Entry key={record.id} kind={kind} record={record} />)
      )}
    </div>
  );
}

/** A record on a day, with the tone of its state. */
export function Entry({ kind, record }: { readonly kind: UiKind; readonly record: CubitRecord }) {
  const { slug } = useWorkspace();
  return (
    <a
      className={styles.entry}
      data-tone={toneOfRecord(kind, record)}
      href={pagePaths.record(slug, record.kind, record.id)}
    >
      {titleOf(record, kind)}
    </a>
  );
}

function toneOfRecord(kind: UiKind, record: CubitRecord) {
  const state = kind.fields.find((field) => field.name === kind.lifecycle?.field);
  return state && toneOf(state.ui, record.fields[state.name], record.fields);
}

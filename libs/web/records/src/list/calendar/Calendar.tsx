import type { CubitRecord, UiKind } from '@cubit/web-client';
import { typeHolds } from '@cubit/web-contract';
import { Button, IconButton, SegmentedControl } from '@cubit/web-kit';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useSearchParams } from '../../app/address.js';
import { useRecords } from '../../app/queries.js';
import { ListFault } from '../ListFault.js';
import { isFilterFault } from '../model/filter-fault.js';
import { fieldsToLoad } from '../model/columns.js';
import { joinFilter } from '../model/filter-text.js';
import { type CalendarDates, calendarDates } from '../model/layouts.js';
import type { ListState } from '../model/use-list-state.js';
import { useRecordCount } from '../model/use-record-count.js';
import { ListToolbar } from '../toolbar/ListToolbar.js';
import { useNarrow } from '../use-narrow.js';
import { Agenda } from './Agenda.js';
import { addDays, addMonths, dateOf, type Day, dayOf, dayOfValue, daysOf, type Span } from './dates.js';
import { DayCell } from './DayCell.js';
import styles from './Calendar.module.css';

const MOST = 200;
const NONE: readonly CubitRecord[] = [];

/** The toolbar, and records on their days: a month or a week. */
export function Calendar({ state }: { readonly state: ListState }) {
  const { kind, filter, columns, set } = state;
  const search = useSearchParams();
  const span: Span = search['span'] === 'week' ? 'week' : 'month';
  const day = search['date'] ?? dayOf(new Date());
  const days = daysOf(day, span);
  const dates = calendarDates(kind);
  const shape = fieldsToLoad(kind, columns);
  const { data, error, isPending, refetch } = useRecords(kind.id, {
    filter: joinFilter([filter, rangeFilter(kind, dates, days)]),
    sort: dates.start,
    fields: [...new Set([...shape.fields, dates.start, dates.end ?? dates.start])].filter((name) =>
      kind.fields.some((field) => field.name === name),
    ),
    limit: MOST,
  });
  // The request has more than this filter: what is wrong, and where, is said of the filter alone.
  const { error: fault } = useRecordCount(kind.id, isFilterFault(error) ? filter : undefined);
  const go = (to: Day) => set({ date: to }, { replace: true });
  const step = (by: number) => go(span === 'month' ? addMonths(day, by) : addDays(day, by * 7));
  const title = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }).format(dateOf(day));
  return (
    <>
      <ListToolbar state={state} error={fault} />
      <div className={styles.calendar}>
        <div className={styles.bar}>
          <h2 className={styles.title} aria-live="polite">
            {title}
          </h2>
          <IconButton
            icon="chevron-left"
            label={span === 'month' ? 'Previous month' : 'Previous week'}
            onPress={() => step(-1)}
          />
          <Button size="small" onPress={() => go(dayOf(new Date()))}>
            Today
          </Button>
          <IconButton
            icon="chevron-right"
            label={span === 'month' ? 'Next month' : 'Next week'}
            onPress={() => step(1)}
          />
          <SegmentedControl
            label="Span"
            segments={[
              { id: 'month', title: 'Month' },
              { id: 'week', title: 'Week' },
            ]}
            value={span}
            onChange={(next) => set({ span: next === 'week' ? 'week' : undefined }, { replace: true })}
          />
          {data?.next_cursor && <span className={styles.more}>The first {MOST} are shown. A filter shows fewer.</span>}
        </div>
        {error ? (
          <ListFault state={state} error={error} onRetry={() => void refetch()} />
        ) : (
          // While the records of other days are read, the days are there, so that the focus stays on its day.
          <Days {...{ kind, days, day, span, dates }} records={data?.data ?? NONE} busy={isPending} onDay={go} />
        )}
      </div>
    </>
  );
}

/** Records that touch the days shown. */
function rangeFilter(kind: UiKind, { start, end = start }: CalendarDates, days: readonly Day[]): string {
  const [from = '', last = ''] = [days[0], days.at(-1)];
  const to = addDays(last, 1);
  const dateField = (name: string) => {
    const field = kind.fields.find((other) => other.name === name);
    const literal = (day: Day) =>
      typeHolds(field?.type, 'day') ? JSON.stringify(day) : `timestamp(${JSON.stringify(dateOf(day).toISOString())})`;
    const text = field?.expression ?? name;
    return { text, after: `${text} >= ${literal(from)}`, before: `${text} < ${literal(to)}` };
  };
  const [first, second] = [dateField(start), dateField(end)];
  const starts = `${first.after} && ${first.before}`;
  if (end === start) return starts;
  const ends = `${second.after} && ${second.before}`;
  return `((${first.before} && ${second.after}) || (${starts}) || (!has(${first.text}) && ${ends}))`;
}

interface DaysProps {
  readonly kind: UiKind;
  readonly days: readonly Day[];
  readonly day: Day;
  readonly span: Span;
  readonly dates: CalendarDates;
  readonly records: readonly CubitRecord[];
  readonly busy: boolean;
  readonly onDay: (day: Day) => void;
}

function Days({ kind, days, day, span, dates, records, busy, onDay }: DaysProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isMoved = useRef(false);
  useEffect(() => {
    if (isMoved.current) ref.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, Day>> = {
      ArrowLeft: addDays(day, -1),
      ArrowRight: addDays(day, 1),
      ArrowUp: addDays(day, -7),
      ArrowDown: addDays(day, 7),
      PageUp: addMonths(day, -1),
      PageDown: addMonths(day, 1),
      Home: addDays(day, -((dateOf(day).getDay() + 6) % 7)),
      End: addDays(day, 6 - ((dateOf(day).getDay() + 6) % 7)),
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    isMoved.current = true;
    onDay(next);
  };
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7));
  const isNarrow = useNarrow();
  const weekday = new Intl.DateTimeFormat(undefined, { weekday: isNarrow ? 'narrow' : 'short' });
  const fullWeekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
  const listed = span === 'month' ? [day] : days;
  const grid = (
    <div
      ref={ref}
      role="grid"
      aria-label={kind.plural}
      aria-busy={busy || undefined}
      className={styles.grid}
      data-span={span}
      data-narrow={isNarrow || undefined}
      onKeyDown={onKeyDown}
    >
      <div role="row" className={styles.week}>
        {days.slice(0, 7).map((each) => (
          <span key={each} role="columnheader" aria-label={fullWeekday.format(dateOf(each))} className={styles.weekday}>
            {weekday.format(dateOf(each))}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className={styles.week}>
          {week.map((each) => (
            <DayCell
              key={each}
              kind={kind}
              day={each}
              isCurrent={each === day}
              inMonth={span === 'week' || each.slice(0, 7) === day.slice(0, 7)}
              records={on(each, records, dates)}
              onChoose={isNarrow ? () => onDay(each) : undefined}
            />
          ))}
        </div>
      ))}
    </div>
  );
  if (!isNarrow) return grid;
  return (
    <>
      {grid}
      <Agenda kind={kind} days={listed.map((each) => ({ day: each, records: on(each, records, dates) }))} />
    </>
  );
}

function on(day: Day, records: readonly CubitRecord[], { start, end }: CalendarDates): readonly CubitRecord[] {
  return records.filter((record) => {
    const value = (name: string) => dayOfValue(record.fields[name] ?? record[name as 'created_at']);
    const last = end === undefined ? undefined : value(end);
    const first = value(start) ?? last;
    return first !== undefined && day >= first && day <= (last !== undefined && last >= first ? last : first);
  });
}

import { Banner, DescriptionList, ErrorState, RelativeTime, Skeleton } from '@cubit/web-kit';
import { Select } from '@cubit/web-kit/forms';
import { useWorkspace } from '@cubit/web-records';
import { dateText, eventRecords, type LoggedEvent as EventWithRecords, RefChip } from '@cubit/web-records/values';
import { type ErrorParts, errorText } from '@cubit/web-client';
import { labelOf, sentence, typeHolds } from '@cubit/web-contract';
import type { FormField } from '@cubit/web-records/forms';
import type { CSSProperties, ReactNode } from 'react';
import type { ListState } from '../../parts/index.js';
import type { EventField } from './event-fields.js';
import { Mark } from './IfStep.js';
import { Shown } from './Shown.js';
import type { ConditionPart, useWireTest, WireTest } from './use-wire-test.js';
import styles from './WireBuilder.module.css';

export interface LoggedEvent extends EventWithRecords {
  readonly occurred_at: string;
}

export interface TryPanelProps {
  /** The last events of the name, newest first. */
  readonly events: ListState<LoggedEvent>;
  /** Id of the event to try; undefined: the latest. */
  readonly sample: string | undefined;
  readonly onSample: (id: string | undefined) => void;
  readonly example: LoggedEvent['payload'] | undefined;
  /** The member of the payload that names the record concerned, and its kind. */
  readonly subject: { readonly key: string; readonly kind: string } | undefined;
  readonly fields: readonly EventField[];
  /** The input of the action. */
  readonly inputFields: readonly FormField[];
  readonly test: ReturnType<typeof useWireTest>;
  readonly hasAction: boolean;
}

/** What the wire would do, and for which event: nothing of it is written. */
export function TryPanel(props: TryPanelProps) {
  const { events, sample, onSample, example, fields, test } = props;
  const { kind: kindOf } = useWorkspace();
  const rows = events.rows ?? [];
  const shown = rows.find(({ id }) => id === (sample ?? rows[0]?.id));
  const payload = shown?.payload ?? example;
  const isLoading = events.rows === undefined;
  return (
    <aside className={styles.try} aria-label="Try it">
      <h2 className={styles.stepTitle}>Try it</h2>
      {rows.length > 0 ? (
        <Select
          label="With the event of"
          required
          value={shown?.id}
          choices={rows.map((event) => ({ id: event.id, title: eventTitle(event, kindOf) }))}
          onChange={onSample}
        />
      ) : (
        !isLoading && <p className={styles.reads}>This has not happened yet, so an example is used.</p>
      )}
      {payload && !isLoading && <Sample fields={shown ? fields : fields.filter(isNoRecord)} payload={payload} />}
      {test.error !== null && <ErrorState error={test.error} onRetry={() => void test.refetch()} />}
      {test.data ? <Outcome {...props} test={test.data} /> : test.error === null && <Skeleton count={3} />}
    </aside>
  );
}

/** The records of an example do not exist. */
const isNoRecord = ({ type }: EventField) => !typeHolds(type, 'record', 'record_of_any_kind');

/** When it was and what it was about: many events are of one minute. */
function eventTitle(event: LoggedEvent, kindOf: KindOf): string {
  return [dateText(event.occurred_at, 'datetime'), nameIn(event, kindOf)].filter(Boolean).join(' · ');
}

type KindOf = Parameters<typeof eventRecords>[1];
const nameIn = (event: LoggedEvent, kindOf: KindOf) => eventRecords(event, kindOf)[0]?.title;

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.tryPart} aria-label={title}>
      <h3 className={styles.tryTitle}>{title}</h3>
      {children}
    </section>
  );
}

/** What the event brings. */
function Sample({ fields, payload }: Pick<TryPanelProps, 'fields'> & { readonly payload: LoggedEvent['payload'] }) {
  const items = fields.flatMap((field) => {
    const value = field.expression.startsWith('event.payload.') ? payload[field.name] : undefined;
    return value === undefined || value === null
      ? []
      : [{ title: field.title, value: <Shown {...{ field, value }} /> }];
  });
  if (items.length === 0) return null;
  return (
    <Part title="It brings">
      <DescriptionList items={items} />
    </Part>
  );
}

interface OutcomeProps extends Omit<TryPanelProps, 'test'> {
  readonly test: WireTest;
}

function Outcome({ test, fields, inputFields, hasAction, events, subject }: OutcomeProps) {
  const { parts, condition } = test;
  const titled = useTitled();
  const errorWords = (error: ErrorParts) =>
    sentence(errorText(error, (name) => inputFields.find((field) => field.name === name)?.title ?? labelOf(name)));
  const isWhole = hasAction && test.faults.length === 0;
  return (
    <>
      {parts && (
        <Part title="Condition">
          <ul className={styles.parts}>
            {parts.map((part, index) => (
              <ConditionPartRow key={index} part={part} fields={fields} />
            ))}
          </ul>
        </Part>
      )}
      {isWhole && condition !== null && (
        <Part title="Outcome">
          <p role="status">{outcomeText(test)}</p>
          {condition && test.error && <Banner tone="bad">{errorWords(test.error)}</Banner>}
          <Targets {...test} />
          <Input fields={inputFields} input={test.input} />
        </Part>
      )}
      {test.warnings.map(({ message }) => (
        <Banner key={message} tone="warn">
          {titled(message)}
        </Banner>
      ))}
      {test.recent.length > 1 && (
        <Recent {...{ subject, errorWords }} recent={test.recent} isWhole={isWhole} events={events.rows ?? []} />
      )}
    </>
  );
}

/** Puts titles in the place of the names of events and actions. */
function useTitled(): (text: string) => string {
  const { ui } = useWorkspace();
  const titles = new Map([
    ...ui.events.map(({ name, title }) => [name, title] as const),
    ...ui.actions.map(({ id, title }) => [id, title] as const),
  ]);
  return (text) => text.replaceAll(/[\w-]+(?:[.:]\w+)+/g, (name) => titles.get(name) ?? name);
}

function outcomeText({ condition, records, error }: WireTest): string {
  if (condition !== true) return 'It would not run: the condition is false.';
  if (records?.length === 0) return 'It would not run: there is no record to run on.';
  return error ? 'It would run, and fail.' : 'It would run.';
}

interface ConditionPartRowProps {
  readonly part: ConditionPart;
  readonly fields: readonly EventField[];
}

const JOINED = { and: 'All of these', or: 'One of these', not: 'Not' };

function ConditionPartRow({ part, fields }: ConditionPartRowProps) {
  const { text, depth, operator, value, error, reads } = part;
  return (
    <li className={styles.part} style={{ '--depth': depth } as CSSProperties}>
      <Mark value={value} />
      <span className={styles.partWords}>
        {operator === null ? <code className={styles.code}>{text}</code> : JOINED[operator]}
        {error !== null && <span className={styles.bad}>{error}</span>}
        {reads.map((read) => (
          <span key={read.path} className={styles.reads}>
            <Read {...read} fields={fields} />
          </span>
        ))}
      </span>
    </li>
  );
}

/** "Quantity is 3" */
function Read({
  path,
  value,
  fields,
}: {
  readonly path: string;
  readonly value: unknown;
  readonly fields: readonly EventField[];
}) {
  const field = fields.find(({ expression }) => path === expression || path === `${expression}.amount`);
  const title = field?.title ?? path;
  if (value === null) return `${title}: none`;
  return (
    <>
      {title}: {field ? <Shown field={field} value={value} /> : JSON.stringify(value)}
    </>
  );
}

const SHOWN_TARGETS = 5;

function Targets({ records, target_kind: kind }: Pick<WireTest, 'records' | 'target_kind'>) {
  const { kind: kindOf } = useWorkspace();
  if (!records || records.length === 0 || kind === null) return null;
  return (
    <DescriptionList
      items={[
        {
          title: kindOf(kind)?.title ?? 'Record',
          value: (
            <>
              {records.slice(0, SHOWN_TARGETS).map((id) => (
                <RefChip key={id} value={id} kind={kind} />
              ))}
              {records.length > SHOWN_TARGETS && ` and ${records.length - SHOWN_TARGETS} more`}
            </>
          ),
        },
      ]}
    />
  );
}

/** The input with which the action would run. */
function Input({ fields, input }: { readonly fields: readonly FormField[]; readonly input: WireTest['input'] }) {
  const items = Object.entries(input ?? {}).flatMap(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    const text = field ? <Shown field={field} value={value} /> : JSON.stringify(value);
    return value === null ? [] : [{ title: field?.title ?? name, value: text }];
  });
  return items.length === 0 ? null : <DescriptionList items={items} />;
}

interface RecentProps extends Pick<TryPanelProps, 'subject'> {
  readonly recent: WireTest['recent'];
  /** The wire has its action, and no faults. */
  readonly isWhole: boolean;
  readonly events: readonly LoggedEvent[];
  readonly errorWords: (error: ErrorParts) => string;
}

/** What it would have done with the last events. */
function Recent({ recent, isWhole, events, subject, errorWords }: RecentProps) {
  const { kind: kindOf } = useWorkspace();
  const ran = recent.filter(({ condition, records }) => condition === true && records?.length !== 0).length;
  const title = `Last ${recent.length} events: ${isWhole ? 'it would have run for' : 'true for'} ${ran}`;
  return (
    <Part title={title}>
      <ul className={styles.recent}>
        {recent.map(({ event_id: id, occurred_at: at, condition, records, error }) => {
          const event = events.find((each) => each.id === id);
          const name = event && nameIn(event, kindOf);
          const record = subject && event?.payload[subject.key];
          return (
            <li key={id}>
              <Mark value={condition === true && records?.length === 0 ? false : condition} />
              <RelativeTime at={at} />
              <span className={styles.partWords}>
                {name ?? (record !== undefined && <RefChip value={record} kind={subject?.kind} />)}
                {condition === true && error && <span className={styles.bad}>{errorWords(error)}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

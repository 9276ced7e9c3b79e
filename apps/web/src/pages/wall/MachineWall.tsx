import type { UiKind } from '@cubit/web-client';
import { useWorkspace } from '@cubit/web-records';
import { typeHolds } from '@cubit/web-contract';
import { machinesOf, queueOf, type WallJob, type WallMachine } from './machines.js';
import { Pages } from './Pages.js';
import type { WallList } from './shown-display.js';
import { useRoom, useTurns } from './use-fit.js';
import { factsOf, type ShownFact, stateField } from './wall-facts.js';
import { WallValue } from './WallValue.js';
import styles from './wall.module.css';

/** The least size of a machine, as drawn. */
const CARD = { width: 290, height: 216 };
const SHOWN_NEXT = 2;
const SHOWN_QUEUE = 4;

/** Machines with what they do, what they need, and what comes next; below them the jobs that wait for any machine. */
export function MachineWall({ lists }: { readonly lists: readonly WallList[] }) {
  const machines = machinesOf(lists);
  const [ref, { columns, rows }] = useRoom<HTMLUListElement>(CARD);
  const { shown, page, pages } = useTurns(machines, columns * rows);
  return (
    <>
      <ul
        ref={ref}
        className={styles.cards}
        style={{
          gridTemplateColumns: `repeat(${Math.min(columns, Math.max(1, machines.length))}, 1fr)`,
          gridTemplateRows: `repeat(${rows}, 1fr)`,
        }}
      >
        {shown.map((machine) => (
          <Machine key={machine.record.id} machine={machine} />
        ))}
      </ul>
      {machines.length === 0 && <p className={styles.note}>There are no machines yet.</p>}
      <footer className={styles.foot}>
        <Queue lists={lists} />
        <Pages page={page} pages={pages} />
      </footer>
    </>
  );
}

function Machine({ machine: { list, record, now, next } }: { readonly machine: WallMachine }) {
  const kind = useWorkspace().kind(list.kind);
  if (!kind) return null;
  const facts = factsOf(kind, list, record);
  const needs = facts.filter(({ field }) => typeHolds(field.type, 'boolean'));
  const [job] = now;
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <h2>{record.title}</h2>
        <State kind={kind} record={record} />
      </div>
      {needs.map((fact) => (
        <p key={fact.field.name} className={styles.need}>
          <WallValue kind={kind} record={record} fact={fact} />
        </p>
      ))}
      {job && <Job job={job} />}
      <Facts kind={kind} record={record} facts={facts.filter((fact) => !needs.includes(fact))} />
      {next.slice(0, SHOWN_NEXT).map((waiting) => (
        <p key={waiting.record.id} className={styles.next}>
          <span className={styles.label}>Next</span> {waiting.record.title}
        </p>
      ))}
    </li>
  );
}

function Job({ job: { list, record } }: { readonly job: WallJob }) {
  const kind = useWorkspace().kind(list.kind);
  if (!kind) return null;
  return (
    <div className={styles.job}>
      <div className={styles.cardHead}>
        <h3>{record.title}</h3>
        <State kind={kind} record={record} />
      </div>
      <Facts kind={kind} record={record} facts={factsOf(kind, list, record)} />
    </div>
  );
}

interface OfRecord {
  readonly kind: UiKind;
  readonly record: WallJob['record'];
}

function State({ kind, record }: OfRecord) {
  const field = stateField(kind);
  if (!field) return null;
  const value = record.fields[field.name];
  return (
    <span className={styles.state}>
      <WallValue kind={kind} record={record} fact={{ field, value, title: field.title }} />
    </span>
  );
}

function Facts({ kind, record, facts }: OfRecord & { readonly facts: readonly ShownFact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact.field.name}>
          <dt className={styles.label}>{fact.title}</dt>
          <dd>
            <WallValue kind={kind} record={record} fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Queue({ lists }: { readonly lists: readonly WallList[] }) {
  const { jobs, total } = queueOf(lists);
  if (!lists.some(({ part }) => part === 'next')) return null;
  if (total === 0) return <p className={styles.label}>No job waits</p>;
  const rest = total - Math.min(jobs.length, SHOWN_QUEUE);
  return (
    <div className={styles.queue}>
      <h2 className={styles.label}>{total === 1 ? '1 job waits' : `${total} jobs wait`}</h2>
      <ol>
        {jobs.slice(0, SHOWN_QUEUE).map(({ record }) => (
          <li key={record.id}>{record.title}</li>
        ))}
      </ol>
      {rest > 0 && <span className={styles.label}>and {rest} more</span>}
    </div>
  );
}

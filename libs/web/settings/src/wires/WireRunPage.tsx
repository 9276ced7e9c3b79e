import { pagePaths } from '@cubit/web-client';
import { isApiError } from '@cubit/web-client';
import { DescriptionList, Disclosure, EmptyState, LinkButton, RelativeTime } from '@cubit/web-kit';
import { Page, useWorkspace } from '@cubit/web-records';
import { RefChip } from '@cubit/web-records/values';
import type { ReactNode } from 'react';
import { QueryState, SettingsSection, useItem, useLive, useRole } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import { targetKinds } from './builder/event-fields.js';
import { isEvent } from './is-event.js';
import type { Wire, WireRunDetails } from './wire.js';
import { RetryButton, RunError, RunState } from './WireRuns.js';

export interface WireRunPageProps {
  /** The id of the wire. */
  readonly wire: string;
  /** The id of the run. */
  readonly run: string;
}

/** One run of a wire: why it ran, what it did, what followed. */
export function WireRunPage({ wire: wireId, run: id }: WireRunPageProps) {
  const { path, slug } = useWorkspace();
  const wire = useItem<Wire>(path(`/wires/${wireId}`));
  const at = path(`/wires/${wireId}/runs/${id}`);
  const run = useItem<WireRunDetails>(at);
  useLive(at, isEvent);
  const failure = [wire.error, run.error].find(isApiError);
  if (failure && (failure.status === 404 || failure.status === 422))
    return (
      <Page title="Not found">
        <EmptyState
          icon="workflow"
          title="This run does not exist"
          action={<LinkButton href={`${pagePaths.workspace(slug)}/wires`}>All wires</LinkButton>}
        >
          Runs are kept for 30 days, failed ones for 90; those of a deleted wire are deleted.
        </EmptyState>
      </Page>
    );
  if (!wire.data || !run.data)
    return (
      <Page title="Run">
        {wire.error ? (
          <QueryState query={wire}>{() => null}</QueryState>
        ) : (
          <QueryState query={run}>{() => null}</QueryState>
        )}
      </Page>
    );
  return <LoadedRun wire={wire.data} run={run.data} />;
}

interface LoadedRunProps {
  readonly wire: Wire;
  readonly run: WireRunDetails;
}

function LoadedRun({ wire, run }: LoadedRunProps) {
  const { slug } = useWorkspace();
  const { admin } = useRole();
  const canRetry = admin && (run.state === 'failed' || run.state === 'skipped');
  return (
    <Page
      title={`Run of ${wire.name}`}
      lead={<RunState run={run} />}
      actions={
        <>
          <LinkButton href={`${pagePaths.workspace(slug)}/wires/${wire.id}`}>The wire</LinkButton>
          {canRetry && <RetryButton wire={wire} run={run} />}
        </>
      }
    >
      <SettingsSection title="Why it ran" narrow>
        <Causes run={run} />
      </SettingsSection>
      <SettingsSection title="What it did" narrow>
        <Outcome wire={wire} run={run} />
      </SettingsSection>
      <SettingsSection title="What followed" narrow>
        <Effects run={run} />
      </SettingsSection>
    </Page>
  );
}

interface HappenedProps {
  readonly event: string | null;
  readonly subject: WireRunDetails['subject'];
  readonly children?: ReactNode;
}

/** An event, and the record that it is about. */
function Happened({ event, subject, children }: HappenedProps) {
  const { ui } = useWorkspace();
  const title = ui.events.find(({ name }) => name === event)?.title ?? event ?? 'An event that was deleted';
  return (
    <li>
      {title} {subject && <RefChip value={subject} />} {children}
    </li>
  );
}

function WireLink({ id, name }: { readonly id: string | null; readonly name: string | null }) {
  const { slug } = useWorkspace();
  if (id === null) return 'a module';
  return <a href={`${pagePaths.workspace(slug)}/wires/${id}`}>{name ?? 'a deleted wire'}</a>;
}

function Causes({ run: { causes, event, subject } }: Pick<LoadedRunProps, 'run'>) {
  return (
    <ol className={styles.stack}>
      {causes.map((cause) => (
        <Happened key={cause.run_id} event={cause.event} subject={cause.subject}>
          → <WireLink id={cause.wire_id} name={cause.wire_name} />
        </Happened>
      ))}
      <Happened event={event} subject={subject}>
        → this run
      </Happened>
    </ol>
  );
}

function Outcome({ wire, run }: LoadedRunProps) {
  const { ui } = useWorkspace();
  const action = ui.actions.find(({ id }) => id === wire.action);
  const [kind, ...others] = action ? (targetKinds(action) ?? []) : [];
  const target = run.record_id !== null && kind !== undefined && others.length === 0 ? run.record_id : null;
  const time = (at: string | null) => (at === null ? '–' : <RelativeTime at={at} />);
  return (
    <>
      <DescriptionList
        items={[
          { title: 'Action', value: action?.title ?? wire.action },
          ...(target === null ? [] : [{ title: 'For', value: <RefChip value={target} kind={kind} /> }]),
          { title: 'Attempts', value: String(run.attempts) },
          { title: 'Finished', value: time(run.finished_at) },
          ...(run.error ? [{ title: 'Error', value: <RunError error={run.error} /> }] : []),
        ]}
      />
      {run.result !== null && run.result !== undefined && (
        <Disclosure title="Result">
          <pre className={styles.code}>{JSON.stringify(run.result, null, 2)}</pre>
        </Disclosure>
      )}
    </>
  );
}

function Effects({ run: { effects, state } }: Pick<LoadedRunProps, 'run'>) {
  const { slug } = useWorkspace();
  if (effects.length === 0) return <p className={styles.muted}>{state === 'pending' ? 'Nothing yet.' : 'No event.'}</p>;
  return (
    <ol className={styles.stack}>
      {effects.map((effect) => (
        <Happened key={effect.event_id} event={effect.event} subject={effect.subject}>
          {effect.runs
            .filter(({ wire_id: id }) => id !== null)
            .map((next) => (
              <span key={next.run_id}>
                {' → '}
                <a href={`${pagePaths.workspace(slug)}/wires/${next.wire_id}/runs/${next.run_id}`}>
                  {next.wire_name ?? 'a deleted wire'}
                </a>{' '}
                <RunState run={{ state: next.state, held: null }} />
              </span>
            ))}
        </Happened>
      ))}
    </ol>
  );
}

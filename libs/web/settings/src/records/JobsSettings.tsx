import { errorText, pagePaths } from '@cubit/web-client';
import { isOver, type Job, JOB_STATES, type JobState, labelOf, type Tone } from '@cubit/web-contract';
import { Button, EmptyState, Progress, RelativeTime, Status } from '@cubit/web-kit';
import { useApp, useSearchParams, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useMembers } from '@cubit/web-records/members';
import { useState } from 'react';
import { type Column, ResourceTable, SettingsSection, StateFilter, useAsk, useList, useRole } from '../parts/index.js';
import styles from '../parts/parts.module.css';

const STATES: Readonly<Record<JobState, { readonly title: string; readonly tone: Tone | undefined }>> = {
  queued: { title: 'Queued', tone: undefined },
  running: { title: 'Running', tone: 'info' },
  succeeded: { title: 'Done', tone: 'ok' },
  failed: { title: 'Failed', tone: 'bad' },
  cancelled: { title: 'Cancelled', tone: undefined },
};
const STATE_CHOICES = JOB_STATES.map((id) => ({ id, title: STATES[id].title }));

const POLL_MS = 1_000;
const IDLE_POLL_MS = 5_000;

/** Jobs, newest first; their progress is live. */
export function JobsSettings() {
  const { path } = useWorkspace();
  const { state } = useSearchParams();
  const { can } = useRole();
  const members = useMembers();
  const [busy, setBusy] = useState(true);
  const list = useList<Job>(path('/jobs'), { query: { state }, refetchMs: busy ? POLL_MS : IDLE_POLL_MS });
  const open = list.rows?.some((job) => !isOver(job)) ?? true;
  if (open !== busy) setBusy(open);
  const columns: readonly Column<Job>[] = [
    {
      id: 'type',
      title: 'Job',
      cell: ({ type, created_by: by }) => (
        <span className={styles.cellMain}>
          <span>{labelOf(type.replace(/^[^:]*:/, ''))}</span>
          <span className={styles.muted}>{members.get(by ?? '')?.name ?? 'The program'}</span>
        </span>
      ),
    },
    { id: 'state', title: 'State', cell: (job) => <JobStatus job={job} /> },
    { id: 'result', title: 'Result', cell: (job) => <JobResult job={job} /> },
    { id: 'at', title: 'Started', fit: true, cell: ({ created_at: at }) => <RelativeTime at={at} /> },
    {
      id: 'actions',
      title: 'Actions',
      actions: true,
      cell: (job) =>
        can('member') && (isOver(job) ? job.undo_until && <TakeBackButton job={job} /> : <CancelButton job={job} />),
    },
  ];
  return (
    <SettingsSection hideTitle title="Jobs">
      <StateFilter choices={STATE_CHOICES} />
      <ResourceTable
        label="Jobs"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="list-checks" title="No jobs">
            Imports, archives and changes of many records run as jobs; they are listed here with their progress.
          </EmptyState>
        }
      />
    </SettingsSection>
  );
}

export function JobStatus({ job }: { readonly job: Job }) {
  const { title, tone } = STATES[job.state];
  if (job.state !== 'running') return <Status tone={tone}>{title}</Status>;
  const { done, total } = job.progress;
  return (
    <Progress label={`${title}: ${done} of ${total ?? 'many'}`} value={total ? done / total : undefined} showValue />
  );
}

/** A link where the result is a file, else its numbers. */
export function JobResult({ job }: { readonly job: Job }) {
  const { path } = useWorkspace();
  if (job.error) return <span className={styles.bad}>{errorText(job.error)}</span>;
  if (typeof job.result !== 'object' || job.result === null) return null;
  const result = job.result as Readonly<Record<string, unknown>>;
  const file = result['file'] ?? result['file_id'];
  const fileId = typeof file === 'object' && file !== null ? (file as { readonly id?: unknown }).id : file;
  if (typeof fileId === 'string')
    return (
      <a href={`/api/v1${path(`/files/${fileId}/content`)}`} download>
        Download
      </a>
    );
  const numbers = Object.entries(result).filter(([, value]) => typeof value === 'number');
  return (
    <>
      {numbers.map(([name, value]) => `${labelOf(name)}: ${String(value)}`).join(', ')}
      {typeof result['rejects'] === 'string' && (
        <div>
          <a href={`/api/v1${path(`/files/${result['rejects']}/content`)}`} download>
            Download the rows that were left out
          </a>
        </div>
      )}
      <LeftRecords result={result} />
    </>
  );
}

interface LeftRecord {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly message: string;
}

/** What an import that was taken back has left. */
function LeftRecords({ result }: { readonly result: Readonly<Record<string, unknown>> }) {
  const { slug } = useWorkspace();
  const records = (result['left_records'] ?? []) as readonly LeftRecord[];
  if (records.length === 0) return null;
  return (
    <details>
      <summary>What is left</summary>
      <ul>
        {records.map(({ id, kind, title, message }) => (
          <li key={id}>
            <a href={pagePaths.record(slug, kind, id)}>{title || id}</a>
            {`: ${message}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

function TakeBackButton({ job }: { readonly job: Job }) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const [question, ask] = useAsk();
  const base = path('/jobs');
  const takeBack = () =>
    ask({
      title: 'Take back this import?',
      text: 'What it created is deleted, and what it changed has its values before again. Records that were changed or used since stay as they are, and are listed.',
      confirm: 'Take back',
      run: () =>
        attempt({
          run: () => api.post(`${base}/${job.id}/undo`, undefined),
          done: 'Taking back the import',
          refresh: [base],
        }),
    });
  return (
    <>
      {question}
      <Button size="small" icon="undo-2" onPress={takeBack}>
        Take back
      </Button>
    </>
  );
}

function CancelButton({ job }: { readonly job: Job }) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const base = path('/jobs');
  const cancel = () =>
    attempt({ run: () => api.delete(`${base}/${job.id}`), done: 'Cancelled the job', refresh: [base] });
  return (
    <Button size="small" onPress={() => void cancel()}>
      Cancel
    </Button>
  );
}

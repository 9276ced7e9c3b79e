import { errorText, faultText, pagePaths, saysFaults } from '@cubit/web-client';
import { Button, EmptyState, RelativeTime, Status } from '@cubit/web-kit';
import { useApp, useSearchParams, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { type Column, ResourceTable, StateFilter, useList, useRole } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import { RUN_STATES, type Wire, type WireRun } from './wire.js';

/** The runs of a wire, newest first. */
export function WireRuns({ wire }: { readonly wire: Wire }) {
  const { path, slug } = useWorkspace();
  const { admin } = useRole();
  const { state } = useSearchParams();
  const list = useList<WireRun>(path(`/wires/${wire.id}/runs`), { query: { state } });
  const columns: readonly Column<WireRun>[] = [
    {
      id: 'at',
      title: 'When',
      fit: true,
      cell: ({ id, created_at: at }) => (
        <a data-row-link href={`${pagePaths.workspace(slug)}/wires/${wire.id}/runs/${id}`}>
          <RelativeTime at={at} />
        </a>
      ),
    },
    { id: 'state', title: 'State', fit: true, cell: (run) => <RunState run={run} /> },
    { id: 'attempts', title: 'Attempts', numeric: true, fit: true, cell: ({ attempts }) => attempts },
    { id: 'error', title: 'Error', cell: ({ error }) => error && <RunError error={error} /> },
    {
      id: 'actions',
      title: 'Actions',
      actions: true,
      cell: (run) => admin && run.state === 'failed' && <RetryButton wire={wire} run={run} />,
    },
  ];
  return (
    <>
      <StateFilter choices={RUN_STATES} />
      <ResourceTable
        label="Runs"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="history" title="No runs">
            The wire runs when its event happens.
          </EmptyState>
        }
      />
    </>
  );
}

export function RunState({ run: { state, held: waiting } }: { readonly run: Pick<WireRun, 'state' | 'held'> }) {
  const { title, tone } = RUN_STATES.find(({ id }) => id === state) ?? RUN_STATES[0];
  return (
    <Status tone={tone} hollow={tone === undefined}>
      {waiting === null ? title : `${title}, ${waiting}`}
    </Status>
  );
}

export function RunError({ error }: { readonly error: NonNullable<WireRun['error']> }) {
  return (
    <span className={styles.cellMain}>
      <span className={styles.bad}>{errorText(error)}</span>
      {!saysFaults(error) &&
        error.details?.map((fault) => (
          <span key={fault.path} className={styles.muted}>
            {faultText(fault)}
          </span>
        ))}
    </span>
  );
}

export function RetryButton({ wire, run }: { readonly wire: Pick<Wire, 'id'>; readonly run: Pick<WireRun, 'id'> }) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const base = path(`/wires/${wire.id}`);
  const retry = () =>
    attempt({ run: () => api.post(`${base}/runs/${run.id}/retry`), done: 'The run is tried again', refresh: [base] });
  return (
    <Button size="small" onPress={() => void retry()}>
      Retry
    </Button>
  );
}

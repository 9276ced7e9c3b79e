import type { Job } from '@cubit/web-contract';
import { Banner, Button, EmptyState, RelativeTime } from '@cubit/web-kit';
import { Checkbox, FileDrop } from '@cubit/web-kit/forms';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useState } from 'react';
import { AdminOnly, type Column, ResourceTable, SettingsSection, useAsk, useList } from '../parts/index.js';
import { JobResult, JobStatus } from './JobsSettings.js';

/** Everything of the workspace in one file, out and in. */
export function ArchiveSettings() {
  return (
    <AdminOnly what="export and import archives">
      <ExportSection />
      <ImportSection />
    </AdminOnly>
  );
}

const POLL_MS = 1_500;
const COLUMNS: readonly Column<Job>[] = [
  { id: 'at', title: 'When', fit: true, cell: ({ created_at: at }) => <RelativeTime at={at} /> },
  { id: 'type', title: 'What', cell: ({ type }) => (type.includes('import') ? 'Import' : 'Export') },
  { id: 'state', title: 'State', cell: (job) => <JobStatus job={job} /> },
  { id: 'result', title: 'Result', cell: (job) => <JobResult job={job} /> },
];

function ExportSection() {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const jobs = useList<Job>(path('/jobs'), { refetchMs: POLL_MS });
  const archives = { ...jobs, rows: jobs.rows?.filter(({ type }) => /archive|workspace/.test(type)) };
  const start = () =>
    attempt({ run: () => api.post(path('/archive')), done: 'The archive is being made', refresh: [path('/jobs')] });
  const button = (
    <Button variant="primary" icon="archive" onPress={() => void start()}>
      Make an archive
    </Button>
  );
  return (
    <SettingsSection
      title="Export"
      lead="Records, files, history, fields, views, tags and wires, with their ids. Members, tokens and secrets are not in it."
      actions={button}
    >
      <ResourceTable
        label="Archives"
        list={archives}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="archive" title="No archives yet">
            An archive moves a workspace to another instance, or brings it back.
          </EmptyState>
        }
      />
    </SettingsSection>
  );
}

function ImportSection() {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const [question, ask] = useAsk();
  const [dryRun, setDryRun] = useState(true);
  const send = (file: File) =>
    attempt({
      run: () =>
        api.post(path('/archive/import'), file.slice(0, file.size, 'application/gzip'), {
          query: { dry_run: dryRun },
          headers: { 'content-type': 'application/gzip' },
        }),
      done: dryRun ? 'The archive is being checked' : 'The archive is being imported',
      refresh: [path('/jobs')],
    });
  const take = (file: File) => {
    if (dryRun) return void send(file);
    ask({
      title: `Import ${file.name}?`,
      text: 'All that is in the archive is written into this workspace. It must have no records, files, fields, views or wires of its own.',
      confirm: 'Import archive',
      run: () => send(file),
    });
  };
  return (
    <SettingsSection
      title="Import"
      lead="Only into an empty workspace. Invite the people first, so that their names are found."
      narrow
    >
      <Banner tone="warn">
        Import only archives that you trust: authors and computed values are taken as they are.
      </Banner>
      <Checkbox label="Only check, write nothing" value={dryRun} onChange={setDryRun} />
      <FileDrop label="Archive" accept=".gz,.tgz,application/gzip" onFiles={([file]) => file && take(file)} />
      {question}
    </SettingsSection>
  );
}

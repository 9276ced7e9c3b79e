import { pagePaths } from '@cubit/web-client';
import { EmptyState, LinkButton, RelativeTime, SegmentedControl } from '@cubit/web-kit';
import { Page, useSearchParams, useSetSearch, useWorkspace } from '@cubit/web-records';
import { type Column, ResourceTable, useList, useLive } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import { type Approval, isNotification, useApprovalsPath } from './approval.js';
import { ApprovalState } from './ApprovalState.js';

const SHOWN = [
  { id: 'pending', title: 'Waiting' },
  { id: 'all', title: 'All' },
];

/** `/agent-approvals`: what agents of the person ask for. */
export function ApprovalsPage() {
  const { slug } = useWorkspace();
  const base = useApprovalsPath();
  const { show = 'pending' } = useSearchParams();
  const setSearch = useSetSearch();
  const pending = show === 'pending';
  const list = useList<Approval>(base, { query: { state: pending ? 'pending' : undefined } });
  useLive(base, isNotification);
  const address = pagePaths.workspace(slug);
  const columns: readonly Column<Approval>[] = [
    {
      id: 'action',
      title: 'Action',
      cell: ({ id, action, record }) => (
        <span className={styles.cellMain}>
          <a data-row-link href={`${address}/agent-approvals/${id}`}>
            {action.title}
          </a>
          {record !== null && <span className={styles.muted}>{record.title}</span>}
        </span>
      ),
    },
    { id: 'agent', title: 'Agent', cell: ({ agent }) => agent.client },
    { id: 'state', title: 'State', fit: true, cell: (approval) => <ApprovalState approval={approval} /> },
    { id: 'at', title: 'When', fit: true, cell: ({ created_at: at }) => <RelativeTime at={at} /> },
  ];
  return (
    <Page
      title="Approvals"
      lead="Agents that act in your name ask here before they do what cannot be taken back."
      actions={
        <LinkButton icon="settings-2" href={`${address}/settings/agents`}>
          Settings
        </LinkButton>
      }
    >
      <div>
        <SegmentedControl
          label="Show"
          segments={SHOWN}
          value={show}
          onChange={(id) => setSearch({ show: id === 'pending' ? undefined : id })}
        />
      </div>
      <ResourceTable
        label="Approvals"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="bot" title={pending ? 'Nothing waits for you' : 'No agent has asked yet'}>
            When an agent wants to run an action that destroys something, you decide here. The bell tells you.
          </EmptyState>
        }
      />
    </Page>
  );
}

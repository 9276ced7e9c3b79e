import { isApiError, pagePaths } from '@cubit/web-client';
import { Button, DescriptionList, EmptyState, LinkButton, RelativeTime } from '@cubit/web-kit';
import { Page, useWorkspace } from '@cubit/web-records';
import { QueryState, SettingsSection, useItem, useList, useLive } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import type { Wire } from '../wires/wire.js';
import { type Approval, isNotification, useApprovalsPath, useDecision } from './approval.js';
import { ApprovalState } from './ApprovalState.js';
import { useInputInWords } from './input-in-words.js';

/** One request of an agent: what it wants to do, and the decision. */
export function ApprovalPage({ id }: { readonly id: string }) {
  const { slug } = useWorkspace();
  const path = `${useApprovalsPath()}/${id}`;
  const approval = useItem<Approval>(path);
  useLive(path, isNotification);
  if (isApiError(approval.error) && [404, 422].includes(approval.error.status))
    return (
      <Page title="Not found">
        <EmptyState
          icon="bot"
          title="This request does not exist"
          action={<LinkButton href={`${pagePaths.workspace(slug)}/agent-approvals`}>All approvals</LinkButton>}
        >
          It is not one of your agents, it was removed after 30 days, or its address is wrong.
        </EmptyState>
      </Page>
    );
  if (!approval.data)
    return (
      <Page title="Approval">
        <QueryState query={approval}>{() => null}</QueryState>
      </Page>
    );
  return <LoadedApproval approval={approval.data} />;
}

function LoadedApproval({ approval }: { readonly approval: Approval }) {
  const { action, agent, state } = approval;
  const decide = useDecision();
  return (
    <Page
      title={`${action.title}?`}
      lead={<ApprovalState approval={approval} />}
      actions={
        state === 'pending' && (
          <>
            <Button icon="x" onPress={() => void decide('deny', approval)}>
              Deny
            </Button>
            <Button variant="danger" icon="check" onPress={() => void decide('approve', approval)}>
              Approve once
            </Button>
          </>
        )
      }
    >
      <SettingsSection
        title="What will happen"
        lead={`${agent.client} runs the action with exactly this input, once, in your name.`}
        narrow
      >
        <Facts approval={approval} />
      </SettingsSection>
      <Consequences action={action.id} />
    </Page>
  );
}

function Facts({ approval }: { readonly approval: Approval }) {
  const { slug } = useWorkspace();
  const { action, record, input, agent, created_at: at } = approval;
  return (
    <DescriptionList
      items={[
        { title: 'Action', value: `${action.title} (${action.id})` },
        ...(record === null
          ? []
          : [
              {
                title: 'Record',
                value: <a href={pagePaths.record(slug, record.kind, record.id)}>{record.title}</a>,
              },
            ]),
        {
          title: 'With',
          value: Object.keys(input).length === 0 ? 'No input' : <Input approval={approval} />,
        },
        { title: 'Agent', value: `${agent.client}, with the token ${agent.token.name}` },
        { title: 'Asked', value: <RelativeTime at={at} /> },
      ]}
    />
  );
}

/** In words, and exactly. */
function Input({ approval }: { readonly approval: Approval }) {
  const items = useInputInWords(approval).map(({ title, value }) => ({ title, value }));
  return (
    <>
      <DescriptionList items={items} />
      <details>
        <summary>As it is sent</summary>
        <pre className={styles.code}>{JSON.stringify(approval.input, null, 2)}</pre>
      </details>
    </>
  );
}

interface ActionRow {
  readonly id: string;
  readonly emits: readonly string[];
}

/** The wires on events of the action. Their conditions are not evaluated. */
function Consequences({ action }: { readonly action: string }) {
  const { path, slug } = useWorkspace();
  const actions = useList<ActionRow>(path('/actions'));
  const wires = useList<Wire>(path('/wires'));
  const emits = actions.rows?.find(({ id }) => id === action)?.emits;
  if (!emits || !wires.rows) return null;
  const set = wires.rows.filter(({ enabled, event }) => enabled && emits.includes(event));
  return (
    <SettingsSection title="Wires on its events" narrow>
      {set.length === 0 ? (
        <p className={styles.muted}>None: no wire of this workspace is on an event of this action.</p>
      ) : (
        <ul>
          {set.map(({ id, name, event, condition }) => (
            <li key={id}>
              <a href={`${pagePaths.workspace(slug)}/wires/${id}`}>{name}</a>
              {` on ${event}${condition === null ? '' : `, if ${condition}`}`}
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

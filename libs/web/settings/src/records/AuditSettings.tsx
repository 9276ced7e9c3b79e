import { labelOf } from '@cubit/web-contract';
import { Avatar, EmptyState, LinkButton, RelativeTime } from '@cubit/web-kit';
import { DateTimeField, Select } from '@cubit/web-kit/forms';
import { useSearchParams, useSetSearch, useWorkspace, withSearch } from '@cubit/web-records';
import { useMembers } from '@cubit/web-records/members';
import { AdminOnly, type Column, ResourceTable, SettingsSection, useList } from '../parts/index.js';
import styles from '../parts/parts.module.css';

interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly actor: { readonly type: string; readonly via?: { readonly type: string } | null };
  readonly user: { readonly id: string; readonly name: string | null } | null;
  readonly target: Readonly<Record<string, unknown>> | null;
  readonly address: string | null;
}

/** Who changed what of the workspace itself. */
export function AuditSettings() {
  return (
    <AdminOnly what="read the audit log">
      <AuditLog />
    </AdminOnly>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'at', title: 'When', fit: true, cell: ({ at }) => <RelativeTime at={at} /> },
  {
    id: 'user',
    title: 'Person',
    fit: true,
    cell: ({ user, actor }) =>
      user ? (
        <span className={styles.person}>
          <Avatar name={user.name ?? '?'} seed={user.id} labelled={false} />
          <span>
            {user.name ?? 'Former user'}
            {actor.via && actor.via.type !== 'session' && (
              <span className={styles.muted}> by {actor.via.type.replaceAll('_', ' ')}</span>
            )}
          </span>
        </span>
      ) : (
        'The program'
      ),
  },
  {
    id: 'action',
    title: 'Action',
    fit: true,
    cell: ({ action }) => <span title={action}>{actionText(action)}</span>,
  },
  { id: 'target', title: 'Target', cell: ({ target }) => <Target target={target} /> },
  { id: 'address', title: 'From', fit: true, cell: ({ address }) => <code className={styles.mono}>{address}</code> },
];

/** `token.created` is "Token created". */
const actionText = (action: string) => labelOf(action.replace(/\.\*$/, '').replaceAll('.', ' '));

const THINGS = [
  { id: 'user.*', title: 'Accounts' },
  { id: 'agent.*', title: 'Agents' },
  { id: 'token.*', title: 'API tokens' },
  { id: 'approval.*', title: 'Approvals' },
  { id: 'channel.*', title: 'Channels' },
  { id: 'field_definition.*', title: 'Custom fields' },
  { id: 'oauth.*', title: 'Connected programs' },
  { id: 'display.*', title: 'Displays' },
  { id: 'tab.*', title: 'Driving tabs' },
  { id: 'feedback.*', title: 'Feedback' },
  { id: 'integration.*', title: 'Integrations' },
  { id: 'invitation.*', title: 'Invitations' },
  { id: 'member.*', title: 'Members' },
  { id: 'module.*', title: 'Modules' },
  { id: 'password.*', title: 'Passwords' },
  { id: 'release.*', title: 'Releases' },
  { id: 'session.*', title: 'Sign-ins' },
  { id: 'wire.*', title: 'Wires' },
  { id: 'workspace.*', title: 'Workspace' },
];

function AuditLog() {
  const { path } = useWorkspace();
  const { action, user_id: person, after, before } = useSearchParams();
  const setSearch = useSetSearch();
  const members = useMembers();
  const query = { action, user_id: person, after, before };
  const list = useList<AuditEntry>(path('/audit-log'), { query });
  const download = (format: string) => withSearch(`/api/v1${path('/audit-log/export')}`, { ...query, format });
  const exports = (
    <>
      <LinkButton icon="download" href={download('csv')} download>
        Export CSV
      </LinkButton>
      <LinkButton href={download('ndjson')} download>
        NDJSON
      </LinkButton>
    </>
  );
  /** An address may name a single action: `token.created`. */
  const chosen = action === undefined ? [] : [{ id: action, title: actionText(action) }];
  return (
    <SettingsSection hideTitle title="Audit log" actions={exports}>
      <div className={styles.filters}>
        <Select
          label="What"
          placeholder="Everything"
          value={action}
          choices={THINGS.some(({ id }) => id === action) ? THINGS : [...chosen, ...THINGS]}
          onChange={(id) => setSearch({ action: id })}
        />
        <Select
          label="Person"
          placeholder="Everybody"
          value={person}
          choices={[...members.values()].map(({ user_id: id, name }) => ({ id, title: name }))}
          onChange={(id) => setSearch({ user_id: id })}
        />
        <DateTimeField label="After" value={after ?? ''} onChange={(at) => setSearch({ after: at })} />
        <DateTimeField label="Before" value={before ?? ''} onChange={(at) => setSearch({ before: at })} />
      </div>
      <ResourceTable
        label="Audit log"
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="receipt-text" title="Nothing fits the filter">
            Sign-ins and changes of members, tokens, modules, wires and settings are listed here.
          </EmptyState>
        }
      />
    </SettingsSection>
  );
}

/** Ids and checksums say nothing to people. */
const UNREADABLE = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64})$/;

/** What was changed, by its name, and modules and kinds by their titles. */
function Target({ target }: Pick<AuditEntry, 'target'>) {
  const { ui, kind, action } = useWorkspace();
  const titles: Readonly<Record<string, (value: string) => string>> = {
    module: (name) => ui.modules.find((each) => each.name === name)?.title ?? labelOf(name),
    kind: (id) => kind(id)?.title ?? id,
    action: (id) => action(id)?.title ?? id,
    role: labelOf,
    state: labelOf,
    type: labelOf,
  };
  const entries = Object.entries(target ?? {}).filter(
    ([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && !UNREADABLE.test(String(value)),
  );
  return entries
    .map(([name, value]) => {
      const text = titles[name]?.(String(value)) ?? String(value);
      return name === 'name' ? text : `${labelOf(name)}: ${text}`;
    })
    .join(', ');
}

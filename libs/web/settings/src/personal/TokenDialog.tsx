import { withTitles } from '@cubit/web-contract';
import { Skeleton } from '@cubit/web-kit';
import { Checkbox, RadioGroup, Select } from '@cubit/web-kit/forms';
import { useApp, useMyWorkspaces } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { FormDialog, NameField, useForm, useList } from '../parts/index.js';
import type { ApiToken } from './api-token.js';

interface Scope {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly workspace_bound: boolean;
  readonly routes: readonly { readonly method: string; readonly path: string }[];
}

const DAY_MS = 86_400_000;
const EXPIRIES = [
  { id: '30', title: '30 days' },
  { id: '90', title: '90 days' },
  { id: '365', title: '1 year' },
  { id: 'never', title: 'Never' },
];

interface TokenValues {
  readonly name: string;
  readonly reach: 'all' | 'scopes';
  readonly scopes: readonly string[];
  readonly workspace: string | undefined;
  readonly expiry: string;
}

export interface TokenDialogProps {
  readonly onMade: (token: ApiToken) => void;
  readonly onClose: () => void;
}

/** Name, reach, workspace and expiry of a new token. */
export function TokenDialog({ onMade, onClose }: TokenDialogProps) {
  const { api } = useApp();
  const { change } = useChanges();
  const scopes = useList<Scope>('/me/api-token-scopes');
  const { data: workspaces } = useMyWorkspaces();
  const initial: TokenValues = { name: '', reach: 'all', scopes: [], workspace: lastWorkspace(), expiry: '90' };
  const state = useForm<TokenValues>({
    initial,
    shown: (path) => ['name', 'scopes', 'workspace', 'expires_at'].includes(path.split('/')[0] ?? ''),
    send: async (values) => {
      const token = await change({
        run: () => api.post<ApiToken>('/me/api-tokens', bodyOf(values)),
        undo: ({ id }) => api.delete(`/me/api-tokens/${id}`),
        done: `Created the token ${values.name}`,
        refresh: ['/me/api-tokens'],
      });
      onClose();
      onMade(token);
    },
  });
  const { values, set, fault } = state;
  const bound = scopes.rows?.some(
    ({ id, workspace_bound: needs }) => needs && values.reach === 'scopes' && values.scopes.includes(id),
  );
  return (
    <FormDialog title="New API token" save="Create token" state={state} onClose={onClose}>
      <NameField state={state} placeholder="Label printer" />
      <RadioGroup
        label="What it may do"
        value={values.reach}
        choices={[
          { id: 'all', title: 'Everything that you may do' },
          { id: 'scopes', title: 'Only some of it', description: 'Its scopes name the requests that it may send.' },
        ]}
        onChange={(reach) => set('reach', reach === 'scopes' ? 'scopes' : 'all')}
        error={fault('scopes')}
      />
      {values.reach === 'scopes' && (
        <Scopes scopes={scopes.rows} chosen={values.scopes} onChange={(chosen) => set('scopes', chosen)} />
      )}
      <Select
        label="Workspace"
        name="workspace"
        required={bound === true}
        placeholder="All of yours"
        description={bound === true ? 'A chosen scope works in one workspace only.' : undefined}
        value={values.workspace}
        choices={(workspaces ?? []).map(({ slug, name }) => ({ id: slug, title: name }))}
        onChange={(workspace) => set('workspace', workspace)}
        error={fault('workspace')}
      />
      <Select
        label="Expires after"
        name="expires_at"
        required
        value={values.expiry}
        choices={EXPIRIES}
        onChange={(expiry) => set('expiry', expiry ?? '90')}
        error={fault('expires_at')}
      />
    </FormDialog>
  );
}

/** A token is for the workspace that the person works in, unless they say otherwise. */
const lastWorkspace = () => localStorage.getItem('cubit-workspace') ?? undefined;

interface ScopesProps {
  readonly scopes: readonly Scope[] | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Scopes({ scopes, chosen, onChange }: ScopesProps) {
  if (!scopes) return <Skeleton count={3} />;
  return scopes.map(({ id, title, description, workspace_bound: bound }) => (
    <Checkbox
      key={id}
      label={title}
      description={`${withTitles(description)} (${id}${bound ? ', in one workspace' : ''})`}
      value={chosen.includes(id)}
      onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
    />
  ));
}

function bodyOf({ name, reach, scopes, workspace, expiry }: TokenValues) {
  return {
    name: name.trim(),
    expires_at: expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString(),
    ...(reach === 'scopes' && { scopes }),
    ...(workspace !== undefined && { workspace }),
  };
}

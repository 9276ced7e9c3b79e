import { pagePaths } from '@cubit/web-client';
import { Banner, CopyText, DescriptionList, EmptyState, ErrorState, LinkButton, Skeleton } from '@cubit/web-kit';
import { Checkbox, RadioGroup, Switch } from '@cubit/web-kit/forms';
import { useWorkspace } from '@cubit/web-records';
import { type Module, useModuleChanges, useModules } from '../modules/use-modules.js';
import { QueryState, RoleNote, SettingsSection, useItem, useRole } from '../parts/index.js';

const AGENTS = 'agents';
const READ = 'read';

interface AgentAccess {
  readonly enabled: boolean;
  readonly url: string;
  readonly unknown: readonly string[];
  readonly actions: readonly { readonly id: string; readonly title: string }[];
}

const CONFIRMATION = [
  {
    id: 'person',
    title: 'A person',
    description: 'The owner of the token, in the program or on the page of approvals.',
  },
  {
    id: 'two-step',
    title: 'The agent, in two steps',
    description: 'It repeats a code. A model can answer that itself.',
  },
];

/** Whether agents are let into the workspace, and what they may use. */
export function AgentsSettings() {
  const { rows, error, retry, retrying } = useModules();
  if (error !== null) return <ErrorState error={error} onRetry={retry} retrying={retrying} />;
  if (!rows) return <Skeleton count={3} />;
  const module = rows.find(({ name }) => name === AGENTS);
  if (!module)
    return (
      <>
        <RoleNote what="decide what agents may do" />
        <EmptyState icon="bot" title="This instance has no access for agents">
          Its operator has left the module out.
        </EmptyState>
      </>
    );
  return (
    <>
      <RoleNote what="decide what agents may do" />
      <AgentSwitch module={module} />
      {module.enabled && <Connection />}
      {module.enabled && <Tools module={module} />}
    </>
  );
}

function AgentSwitch({ module }: { readonly module: Module }) {
  const { admin } = useRole();
  const { enable } = useModuleChanges();
  return (
    <SettingsSection
      hideTitle
      title="Agents"
      narrow
      lead="A program in which a language model calls tools, with the token of a member. It never does more than that member may do, and never more than what is chosen here."
    >
      <Switch
        label="Let agents into this workspace"
        description="While it is off, their address answers as if it did not exist."
        value={module.enabled}
        readOnly={!admin}
        onChange={(on) => void enable(module, on)}
      />
    </SettingsSection>
  );
}

function Connection() {
  const { path, slug } = useWorkspace();
  const access = useItem<AgentAccess>(path('/agents'));
  return (
    <SettingsSection
      title="Connect a program"
      narrow
      lead="Give a program this address. It opens a page on which you let it in; programs without that take an API token."
    >
      <QueryState query={access} lines={2}>
        {({ url, unknown, actions }) => (
          <>
            {unknown.length > 0 && (
              <Banner tone="warn">{`The setting names what this workspace does not have: ${unknown.join(', ')}`}</Banner>
            )}
            <DescriptionList
              items={[
                { title: 'Address', value: <CopyText text={url} label="Copy the address" /> },
                { title: 'Actions that your agents may run', value: String(actions.length) },
              ]}
            />
            <div>
              <LinkButton href={`${pagePaths.workspace(slug)}/agent-approvals`}>Approvals</LinkButton>
            </div>
          </>
        )}
      </QueryState>
    </SettingsSection>
  );
}

function Tools({ module }: { readonly module: Module }) {
  const { admin } = useRole();
  const { ui } = useWorkspace();
  const { save } = useModuleChanges();
  const tools = (module.settings['tools'] ?? []) as readonly string[];
  const set = (entry: string, on: boolean) =>
    void save(module, {
      ...module.settings,
      tools: on ? [...tools, entry] : tools.filter((one) => one !== entry),
    });
  const box = (entry: string, label: string, description?: string) => (
    <Checkbox
      key={entry}
      label={label}
      {...(description !== undefined && { description })}
      value={tools.includes(entry)}
      readOnly={!admin}
      onChange={(on) => set(entry, on)}
    />
  );
  const acting = ui.modules.filter(({ name }) => ui.actions.some((action) => action.module === name));
  const destructive = ui.actions.filter(({ effects }) => effects.destructive);
  return (
    <>
      <SettingsSection title="Reading" narrow>
        {box(READ, 'Records and search', 'Also descriptions of kinds, documentation, and actions that change nothing.')}
      </SettingsSection>
      <SettingsSection
        title="Acting"
        narrow
        lead="Records of the module, and its actions except those that destroy something."
      >
        {acting.map(({ name, title }) => box(`${name}:*`, title))}
      </SettingsSection>
      <SettingsSection title="Destroying" narrow lead="Each is allowed by itself, and each run is confirmed.">
        {destructive.map(({ id, title }) => box(id, title, id))}
        <RadioGroup
          label="Who confirms"
          choices={CONFIRMATION}
          value={String(module.settings['confirm'] ?? 'person')}
          readOnly={!admin}
          onChange={(confirm) => void save(module, { ...module.settings, confirm })}
        />
      </SettingsSection>
    </>
  );
}

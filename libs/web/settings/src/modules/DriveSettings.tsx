import { EmptyState, LinkButton } from '@cubit/web-kit';
import { pagePaths, type Schema } from '@cubit/web-client';
import { Switch } from '@cubit/web-kit/forms';
import { useWorkspace } from '@cubit/web-records';
import { AdminOnly, SettingsSection, useChanges } from '../parts/index.js';
import { type Module, useModuleChanges, useModules } from './use-modules.js';

/** The part of the platform whose routes agents call. */
const DRIVE = 'drive';

/** Whether agents may ask tabs of this workspace to open and point at things. */
export function DriveSettings() {
  return (
    <AdminOnly what="decide whether agents may drive tabs">
      <DriveSwitch />
    </AdminOnly>
  );
}

function DriveSwitch() {
  const { slug } = useWorkspace();
  const { rows, error, retry } = useModules();
  const { save, enable } = useModuleChanges();
  const { attempt } = useChanges();
  const module = rows?.find(({ name }) => name === DRIVE);
  if (rows && !module)
    return <EmptyState icon="navigation" title="This instance has no driving of tabs">Its operator has left the module out.</EmptyState>;
  const option = module && optIn(module);
  const change = async (allowed: boolean) => {
    if (!module) return;
    if (!option) return void (await enable(module, allowed));
    const run = () => save(module, { ...module.settings, [option]: allowed });
    await run().catch(() => attempt({ run, done: '' }));
  };
  if (error !== null) return <EmptyState icon="navigation" title="The modules could not be read" action={<button onClick={retry}>Retry</button>} />;
  const on = module !== undefined && module.enabled && (option === undefined || module.settings[option] === true);
  const off = module !== undefined && option !== undefined && !module.enabled;
  return (
    <SettingsSection
      title="Driving tabs"
      narrow
      lead="A member presses “Let my agent drive” in a tab of their own. The agent can then open pages there, point at fields and open forms; it fills in nothing, sends nothing and reads no data. The member stops it at any time."
    >
      <Switch
        label="Allow agents to drive tabs of this workspace"
        description="Off, no tab of this workspace can be driven. Each use is in the audit log."
        value={on}
        disabled={module === undefined || off}
        onChange={(allowed) => void change(allowed)}
      />
      {off && (
        <EmptyState
          icon="boxes"
          title={`The module ${module.title} is off`}
          action={<LinkButton href={`${pagePaths.workspace(slug)}/settings/modules`}>Open modules</LinkButton>}
        >
          Turn it on first.
        </EmptyState>
      )}
    </SettingsSection>
  );
}

/** The one setting of the module that is a switch. */
function optIn({ settings_schema: schema }: Module): string | undefined {
  return Object.entries<Schema>(schema?.properties ?? {}).find(([, { type }]) => type === 'boolean')?.[0];
}

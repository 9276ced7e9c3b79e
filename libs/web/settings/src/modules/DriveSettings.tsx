import { EmptyState, ErrorState, Skeleton } from '@cubit/web-kit';
import type { Schema } from '@cubit/web-client';
import { Switch } from '@cubit/web-kit/forms';
import { AdminOnly, SettingsSection } from '../parts/index.js';
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
  const { rows, error, retry, retrying } = useModules();
  const { allow } = useModuleChanges();
  if (error !== null) return <ErrorState error={error} onRetry={retry} retrying={retrying} />;
  if (!rows) return <Skeleton count={3} />;
  const module = rows.find(({ name }) => name === DRIVE);
  if (!module)
    return (
      <EmptyState icon="navigation" title="This instance has no driving of tabs">
        Its operator has left the module out.
      </EmptyState>
    );
  const option = optIn(module);
  return (
    <SettingsSection
      hideTitle
      title="Driving tabs"
      narrow
      lead="A member presses “Let my agent drive” in a tab of their own. The agent can then open pages there, point at fields and open forms; it fills in nothing, sends nothing and reads no data. The member stops it at any time."
    >
      <Switch
        label="Allow agents to drive tabs of this workspace"
        description="While it is off, no tab of this workspace can be driven. Every use is in the audit log."
        value={module.enabled && (option === undefined || module.settings[option] === true)}
        onChange={(allowed) => void allow(module, option, allowed)}
      />
    </SettingsSection>
  );
}

/** The one setting of the module that is a switch. */
function optIn({ settings_schema: schema }: Module): string | undefined {
  return Object.entries<Schema>(schema?.properties ?? {}).find(([, { type }]) => type === 'boolean')?.[0];
}

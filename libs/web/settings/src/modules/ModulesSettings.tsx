import { Button, Card, EmptyState, ErrorState, Icon, Skeleton } from '@cubit/web-kit';
import { Switch } from '@cubit/web-kit/forms';
import { useWorkspace } from '@cubit/web-records';
import { useState } from 'react';
import { RoleNote, SettingsSection, useRole } from '../parts/index.js';
import styles from './Modules.module.css';
import { ModuleSettingsDialog } from './ModuleSettingsDialog.js';
import { type Module, useModuleChanges, useModules } from './use-modules.js';

/** What can be turned on, as cards; then what every workspace has. */
export function ModulesSettings() {
  const list = useModules();
  const [settingsOf, setSettingsOf] = useState<Module>();
  if (list.error !== null) return <ErrorState error={list.error} onRetry={list.retry} retrying={list.retrying} />;
  if (!list.rows) return <Skeleton shape="rows" count={6} />;
  const { rows } = list;
  const own = rows.filter(({ always }) => !always);
  const platform = rows.filter(({ always }) => always);
  return (
    <>
      <RoleNote what="turn modules on and off" />
      <SettingsSection hideTitle title="Modules">
        {own.length === 0 && <EmptyState icon="boxes" title="This instance has no modules" />}
        <div className={styles.cards}>
          {own.map((module) => (
            <ModuleCard key={module.name} module={module} all={rows} onSettings={() => setSettingsOf(module)} />
          ))}
        </div>
      </SettingsSection>
      {platform.length > 0 && (
        <SettingsSection title="In every workspace" lead="These belong to the program and are always on.">
          <div className={styles.cards}>
            {platform.map((module) => (
              <ModuleCard key={module.name} module={module} all={rows} onSettings={() => setSettingsOf(module)} />
            ))}
          </div>
        </SettingsSection>
      )}
      {settingsOf && <ModuleSettingsDialog module={settingsOf} onClose={() => setSettingsOf(undefined)} />}
    </>
  );
}

interface ModuleCardProps {
  readonly module: Module;
  readonly all: readonly Module[];
  readonly onSettings: () => void;
}

function ModuleCard({ module, all, onSettings }: ModuleCardProps) {
  const { ui } = useWorkspace();
  const { admin } = useRole();
  const { enable } = useModuleChanges();
  const reason = switchReason(module, all);
  const icon = ui.modules.find(({ name }) => name === module.name)?.ui.icon ?? 'box';
  const needs = titlesOf(module.requires, all);
  const changeable = admin && !module.always;
  return (
    <Card className={styles.card} drive={`module:${module.name}`}>
      <div className={styles.head}>
        <Icon name={icon} size={20} className={module.enabled ? styles.iconOn : styles.icon} />
        <h3 className={styles.title}>{module.title}</h3>
        {changeable && (
          <Switch
            label={module.title}
            hideLabel
            value={module.enabled}
            disabled={reason !== undefined}
            onChange={(enabled) => void enable(module, enabled)}
          />
        )}
        {!changeable && <span className={styles.state}>{module.enabled ? 'On' : 'Off'}</span>}
      </div>
      <p className={styles.text}>{module.description}</p>
      {needs.length > 0 && <p className={styles.needs}>Needs {listOf(needs)}.</p>}
      {changeable && reason !== undefined && <p className={styles.needs}>{reason}</p>}
      {module.enabled && hasSettings(module) && admin && (
        <div>
          <Button size="small" icon="settings-2" label={`Settings of ${module.title}`} onPress={onSettings}>
            Settings
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Why the switch cannot be used now: what is missing, or what needs this module. */
function switchReason({ name, enabled, requires }: Module, all: readonly Module[]): string | undefined {
  const on = new Set(all.filter((module) => module.enabled).map((module) => module.name));
  if (enabled) {
    const users = all.filter((module) => module.enabled && module.requires.includes(name)).map(({ title }) => title);
    return users.length === 0
      ? undefined
      : `${listOf(users)} ${users.length === 1 ? 'needs it: turn that' : 'need it: turn them'} off first.`;
  }
  const missing = titlesOf(
    requires.filter((required) => !on.has(required)),
    all,
  );
  return missing.length === 0 ? undefined : `Turn ${listOf(missing)} on first.`;
}

function titlesOf(names: readonly string[], all: readonly Module[]): readonly string[] {
  return names.map((name) => all.find((module) => module.name === name)?.title ?? name);
}

function listOf(titles: readonly string[]): string {
  return new Intl.ListFormat('en').format(titles);
}

function hasSettings({ settings_schema: schema }: Module): boolean {
  return Object.keys(schema?.properties ?? {}).length > 0;
}

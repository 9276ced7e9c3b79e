import type { Schema } from '@cubit/web-client';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useQueryClient } from '@tanstack/react-query';
import { isSecret, useList } from '../parts/index.js';

type Settings = Readonly<Record<string, unknown>>;

export interface Module {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly enabled: boolean;
  /** Part of every workspace: it cannot be turned off. */
  readonly always: boolean;
  readonly requires: readonly string[];
  readonly kinds: readonly string[];
  readonly actions: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly settings_schema: Schema | null;
}

export function useModules() {
  const { path } = useWorkspace();
  return useList<Module>(path('/modules'), { query: { limit: 200 } });
}

/** Turns modules on and off and saves their settings; each can be undone. */
export function useModuleChanges() {
  const { api } = useApp();
  const { path, slug } = useWorkspace();
  const { attempt, change } = useChanges();
  const queries = useQueryClient();
  const base = path('/modules');
  const patch = async (name: string, body: unknown) => {
    await api.patch(`${base}/${name}`, body);
    await queries.invalidateQueries({ queryKey: queryKeys.ui(slug) });
  };
  const enable = ({ name, title }: Module, enabled: boolean) =>
    attempt({
      run: () => patch(name, { enabled }),
      undo: () => patch(name, { enabled: !enabled }),
      done: `Turned ${title} ${enabled ? 'on' : 'off'}`,
      refresh: [base],
    });
  /** Sends what differs. A secret that was written has no Undo: what it was is not known. */
  const save = ({ name, title, settings: before, settings_schema: schema }: Module, settings: Settings) => {
    const changed = Object.keys(schema?.properties ?? {}).filter((member) => settings[member] !== before[member]);
    const write = (is: Settings) =>
      patch(name, { settings: Object.fromEntries(changed.map((member) => [member, is[member] ?? null])) });
    return change({
      run: () => write(settings),
      ...(!changed.some((member) => isSecret(schema?.properties?.[member])) && { undo: () => write(before) }),
      done: `Saved the settings of ${title}`,
      refresh: [base],
    });
  };
  /** Turns a module on together with the setting that is its opt-in; off, the setting alone. */
  const allow = (module: Module, option: string | undefined, allowed: boolean) => {
    if (option === undefined) return enable(module, allowed);
    const { name, title, enabled, settings } = module;
    return attempt({
      run: () => patch(name, { ...(allowed && { enabled: true }), settings: { [option]: allowed } }),
      undo: () => patch(name, { enabled, settings: { [option]: settings[option] ?? null } }),
      done: `${allowed ? 'Allowed' : 'Refused'}: ${title}`,
      refresh: [base],
    });
  };
  return { enable, save, allow };
}

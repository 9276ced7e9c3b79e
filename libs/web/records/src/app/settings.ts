import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@cubit/web-client';
import { useCallback, useMemo, useReducer } from 'react';
import { isLike } from './is-like.js';
import { queryKeys } from './query-keys.js';
import { useApp } from './app-context.js';

/** Key of the setting whether keys without a modifier run. */
export const SINGLE_KEYS_SETTING = 'keyboard-shortcuts';

/**
 * A new value, or what makes it of the stored one, which may not have arrived yet. A function can be called several times, also with a value
 * that it made.
 */
export type NewSetting<Value> = Value | ((before: Value) => Value);

/** `loaded`: whether `value` is what the server has. Before that, it is the fallback. */
export type PersonalSetting<Value> = readonly [
  value: Value,
  set: (next: NewSetting<Value>) => void,
  state: { readonly loaded: boolean },
];

/**
 * What the app remembers for a person, on all their devices. With a workspace it belongs to that. A new value is shown at once, and no answer
 * that left the server before it was stored takes its place. A stored value of another shape than the fallback is ignored: a program may have
 * stored it.
 */
export function usePersonalSetting<Value>(key: string, fallback: Value, workspace?: string): PersonalSetting<Value> {
  const { api } = useApp();
  const queries = useQueryClient();
  const query = { workspace };
  const stored = {
    queryKey: queryKeys.mySettings(workspace),
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      settingsOf(await api.get<SettingsAnswer>('/me/settings', { query, signal })),
    staleTime: Infinity,
  };
  const { queryKey } = stored;
  const { data } = useQuery(stored);
  const mutationKey = [...queryKey, key];
  const valueIn = (settings: Settings | undefined) => {
    const value = settings?.[key];
    return isLike(value, fallback) ? value : fallback;
  };
  const show = (value: Value) =>
    queries.setQueryData(queryKey, (settings: Settings | undefined) => settings && { ...settings, [key]: value });
  const { mutate } = useMutation({
    mutationKey,
    // Writes of one setting are stored in the order in which they were made.
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (next: NewSetting<Value>) => {
      // What the server has now: another tab may have changed the rest of the value since.
      const value =
        next instanceof Function ? next(valueIn(await queries.fetchQuery({ ...stored, staleTime: 0 }))) : next;
      // It outlives the page: people change a setting and go on.
      await api.put(`/me/settings/${encodeURIComponent(key)}`, value, { query, keepalive: true });
      return value;
    },
    // The write is pending, and its value shown, until the settings that were read have it too.
    onSuccess: async (value) => {
      await queries.ensureQueryData(stored).catch(() => undefined);
      show(value);
      if (queries.isFetching({ queryKey, exact: true }) > 0) await queries.invalidateQueries({ queryKey });
    },
    onError: async (error, next) => {
      const offline = isApiError(error) && error.status === 0;
      if (offline) show(made(next, valueIn(queries.getQueryData(queryKey))));
      else await queries.invalidateQueries({ queryKey });
    },
  });
  const pending = useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as NewSetting<Value>,
  });
  const known = valueIn(data);
  const value = useMemo(() => pending.reduce<Value>((before, next) => made(next, before), known), [pending, known]);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const set = useCallback(
    (next: NewSetting<Value>) => {
      mutate(next);
      // At once: a mutation renders after the event, and at the end of the event React would turn a switch back for a moment.
      redraw();
    },
    [mutate],
  );
  return [value, set, { loaded: data !== undefined }];
}

type Settings = Readonly<Record<string, unknown>>;

interface SettingsAnswer {
  readonly data: readonly { readonly key: string; readonly value: unknown }[];
}

function settingsOf({ data }: SettingsAnswer): Settings {
  return Object.fromEntries(data.map(({ key, value }) => [key, value]));
}

function made<Value>(next: NewSetting<Value>, before: Value): Value {
  return next instanceof Function ? next(before) : (next as Value);
}

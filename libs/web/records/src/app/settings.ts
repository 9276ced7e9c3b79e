import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@cubit/web-client';
import { useApp } from './app-context.js';

/** Key of the setting whether keys without a modifier run. */
export const SINGLE_KEYS_SETTING = 'keyboard-shortcuts';

/** What the app remembers for a person, on all their devices: `[value, set]`. With a workspace it belongs to that. */
export function usePersonalSetting<Value>(
  key: string,
  fallback: Value,
  workspace?: string,
): readonly [Value, (value: Value) => void] {
  const { api } = useApp();
  const queries = useQueryClient();
  const queryKey = ['me', 'settings', workspace ?? null];
  const query = { workspace };
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => settingsOf(await api.get<SettingsAnswer>('/me/settings', { query, signal })),
    staleTime: Infinity,
  });
  const { mutate } = useMutation({
    mutationFn: (value: Value) => api.put(`/me/settings/${encodeURIComponent(key)}`, value, { query }),
    onMutate: (value) => {
      queries.setQueryData(queryKey, (before: Record<string, unknown> = {}) => ({ ...before, [key]: value }));
    },
    onError: (error) => {
      if (!isApiError(error) || error.status !== 0) void queries.invalidateQueries({ queryKey });
    },
  });
  return [(data?.[key] as Value | undefined) ?? fallback, mutate];
}

interface SettingsAnswer {
  readonly data: readonly { readonly key: string; readonly value: unknown }[];
}

function settingsOf({ data }: SettingsAnswer): Record<string, unknown> {
  return Object.fromEntries(data.map(({ key, value }) => [key, value]));
}

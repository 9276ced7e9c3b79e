import type { Page } from '@cubit/web-client';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.js';
import { useApp } from './app-context.js';
import { useWorkspace } from './workspace-context.js';

export interface WorkspaceTag {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly count: number;
}

/** The tags of the workspace by name. */
export function useTags(): readonly WorkspaceTag[] {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  const { data } = useQuery({
    queryKey: queryKeys.tags(slug),
    queryFn: async ({ signal }) =>
      (await api.get<Page<WorkspaceTag>>(path('/tags'), { query: { limit: 200 }, signal })).data,
    staleTime: 60_000,
  });
  return data ?? NONE;
}

const NONE: readonly WorkspaceTag[] = [];

export function useTagNames(): readonly string[] {
  return useTags().map(({ name }) => name);
}

import type { Page } from '@cubit/web-client';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

export interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly snippet: string | null;
}

const TYPING_MS = 80;

/** What `q` finds in the workspace, best first; `kinds` narrows. */
export function useSearch(
  q: string,
  { kinds, limit = 20 }: { readonly kinds?: string | undefined; readonly limit?: number } = {},
) {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  const text = useSettled(q.trim());
  return useQuery({
    queryKey: queryKeys.search(slug, { text, kinds, limit }),
    queryFn: async ({ signal }) =>
      (await api.get<Page<Hit>>(path('/search'), { query: { q: text, kinds, limit }, signal })).data,
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** The text once typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

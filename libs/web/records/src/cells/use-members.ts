import type { Page } from '@cubit/web-client';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '../app/app-context.js';
import { useWorkspace } from '../app/workspace-context.js';

export interface Member {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

/** The people of the workspace, by id. */
export function useMembers(): ReadonlyMap<string, Member> {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  const { data } = useQuery({
    queryKey: ['members', slug],
    queryFn: async ({ signal }) => {
      const { data: members } = await api.get<Page<Member>>(path('/members'), { query: { limit: 200 }, signal });
      return new Map(members.map((member) => [member.user_id, member]));
    },
    staleTime: 60_000,
  });
  return data ?? NOBODY;
}

const NOBODY: ReadonlyMap<string, Member> = new Map();

import type { Page, Role } from '@cubit/web-client';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../app/query-keys.js';
import { useApp } from '../app/app-context.js';
import { useWorkspace } from '../app/workspace-context.js';

export interface Member {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly created_at: string;
}

/** The people of the workspace, by id. */
export function useMembers(): ReadonlyMap<string, Member> {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  const address = path('/members');
  const { data } = useQuery({
    queryKey: queryKeys.item(slug, address, {}),
    queryFn: async ({ signal }) => {
      const { data: members } = await api.get<Page<Member>>(address, { query: { limit: 200 }, signal });
      return new Map(members.map((member) => [member.user_id, member]));
    },
    staleTime: 60_000,
  });
  return data ?? NOBODY;
}

const NOBODY: ReadonlyMap<string, Member> = new Map();

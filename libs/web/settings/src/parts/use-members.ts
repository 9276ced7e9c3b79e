import type { Role } from '@cubit/web-client';
import { useWorkspace } from '@cubit/web-records';
import { useMemo } from 'react';
import { useList } from './use-list.js';

export interface Member {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly created_at: string;
}

export function useMembersPath(): string {
  return useWorkspace().path('/members');
}

/** Everybody in the workspace, and their names by id. */
export function useMembers() {
  const list = useList<Member>(useMembersPath(), { query: { limit: 200 } });
  const names = useMemo(() => new Map(list.rows?.map(({ user_id: id, name }) => [id, name])), [list.rows]);
  return { list, members: list.rows, nameOf: (id: string | null | undefined) => names.get(id ?? '') };
}

import type { Option } from '@cubit/web-kit/forms';
import { useCallback } from 'react';
import { useMembers } from '../../cells/use-members.js';

/** Finds members by name or address. */
export function useMemberOptions(): (query: string) => Promise<readonly Option[]> {
  const members = useMembers();
  return useCallback(
    async (query) => {
      const text = query.trim().toLowerCase();
      return [...members.values()]
        .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(text))
        .map(({ user_id: id, name, email }) => ({ id, title: name, hint: email, icon: 'user' as const }));
    },
    [members],
  );
}

import { labelOf } from '@cubit/web-contract';
import type { Role } from '@cubit/web-client';
import { ROLE_WORDS } from '../parts/index.js';

const ROLES: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];

/** The roles that a role can give: only owners make owners. */
export function roleChoices(own: Role) {
  return ROLES.filter((role) => role !== 'owner' || own === 'owner').map((role) => ({
    id: role,
    title: labelOf(role),
    description: ROLE_WORDS[role],
  }));
}

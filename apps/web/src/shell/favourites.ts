import { type Search, usePersonalSetting, useWorkspace, withSearch } from '@cubit/web-records';
import { useLocation } from '@tanstack/react-router';
import type { MenuItem } from './menu.js';

/** A page that a person has put into the sidebar of a workspace. */
export type Favourite = Omit<MenuItem, 'id'>;

const NONE: readonly Favourite[] = [];

export const useFavourites = () => usePersonalSetting('favourites', NONE, useWorkspace().slug);

/** What is open over a page does not belong to its address. */
const PASSING = ['peek', 'do', 'new', 'given', 'panel'] as const;

/** The address of the page that is open, with its filter, order and layout. */
export function usePageAddress(): string {
  const { pathname, search } = useLocation();
  const passing = Object.fromEntries(PASSING.map((name) => [name, undefined]));
  return withSearch(pathname, { ...(search as Search), ...passing });
}

import { usePersonalSetting, useWorkspace } from '@cubit/web-records';
import type { MenuItem } from './menu.js';

/** A page that a person has put into the sidebar of a workspace. */
export type Favourite = Omit<MenuItem, 'id'>;

const NONE: readonly Favourite[] = [];

export const useFavourites = () => usePersonalSetting('favourites', NONE, useWorkspace().slug);

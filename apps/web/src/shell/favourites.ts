import { pagePaths } from '@cubit/web-client';
import { usePersonalSetting, useWorkspace } from '@cubit/web-records';
import { useMemo } from 'react';
import { type Favourite, favouritesIn } from './favourite-list.js';

const NONE: readonly Favourite[] = [];

/** The favourites of the workspace, as `usePersonalSetting`. */
export function useFavourites() {
  const { slug } = useWorkspace();
  const [stored, store, state] = usePersonalSetting('favourites', NONE, slug);
  const base = pagePaths.workspace(slug);
  return useMemo(() => {
    const set = (change: (before: readonly Favourite[]) => readonly Favourite[]) =>
      store((before) => change(favouritesIn(before, base)));
    return [favouritesIn(stored, base), set, state] as const;
  }, [stored, store, state, base]);
}

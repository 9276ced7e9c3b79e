import { pagePaths } from '@cubit/web-client';
import { type KeyMap, useKeys } from '@cubit/web-kit';
import { useMemo } from 'react';
import { useGo, usePersonalSetting, useWorkspace } from '@cubit/web-records';
import { closeOverlay, openKeyHelp, openPalette } from './shell-state.js';

/** Keys that work on every page of a workspace. */
export function ShellKeys() {
  const { slug } = useWorkspace();
  const go = useGo();
  const [collapsed, setCollapsed] = usePersonalSetting('sidebar-collapsed', false);
  const keys = useMemo((): KeyMap => {
    const base = pagePaths.workspace(slug);
    const to = (path: string) => () => go(`${base}${path}`);
    return {
      '/': { title: 'Search', run: openPalette, back: closeOverlay },
      'mod+k': { title: 'Search', run: openPalette },
      '?': { title: 'Keyboard shortcuts', run: openKeyHelp, back: closeOverlay },
      '[': { title: 'Collapse or expand the sidebar', run: () => setCollapsed(!collapsed) },
      'g h': { title: 'Go to home', run: to('') },
      'g s': { title: 'Go to scan', run: to('/scan') },
      'g n': { title: 'Go to notifications', run: to('/notifications') },
      'g a': { title: 'Go to activity', run: to('/activity') },
      'g w': { title: 'Go to wires', run: to('/wires') },
      'g ,': { title: 'Go to settings', run: to('/settings') },
    };
  }, [slug, go, collapsed, setCollapsed]);
  useKeys('Everywhere', keys);
  return null;
}

import { pagePaths } from '@cubit/web-client';
import type { Icon } from '@cubit/web-contract';
import { withSearch, type Workspace } from '@cubit/web-records';
import type { Hit } from './use-search.js';

/** One line of the palette: it leads to an address. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** What it is: the kind of a record, or "Page". */
  readonly type: string;
  readonly icon: Icon;
  readonly href: string;
  readonly snippet?: string;
}

const MAX_PAGES = 5;

export function hitEntries({ slug, kind: kindOf }: Workspace, hits: readonly Hit[]): readonly PaletteEntry[] {
  return hits.map(({ kind, id, title }) => ({
    id: `${kind}/${id}`,
    title,
    type: kindOf(kind)?.title ?? kind,
    icon: kindOf(kind)?.ui.icon ?? 'box',
    href: pagePaths.record(slug, kind, id),
  }));
}

/** Pages whose title contains all words. */
export function pageEntries({ slug, ui }: Workspace, q: string): readonly PaletteEntry[] {
  const base = pagePaths.workspace(slug);
  const page = (path: string, title: string, icon: Icon): PaletteEntry => ({
    ...{ id: `page:${path}`, title, type: 'Page', icon, href: `${base}${path}` },
  });
  const pages = [
    page('', 'Home', 'house'),
    ...ui.kinds.map((kind) => ({
      ...{ id: `list:${kind.id}`, title: kind.plural, type: 'List', icon: kind.ui.icon ?? ('box' as const) },
      href: pagePaths.kind(slug, kind.id),
    })),
    page('/scan', 'Scan', 'scan-line'),
    page('/notifications', 'Notifications', 'bell'),
    page('/activity', 'Activity', 'activity'),
    page('/wires', 'Wires', 'workflow'),
    page('/settings', 'Settings', 'settings'),
  ];
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return pages.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word))).slice(0, MAX_PAGES);
}

/** Offers to create a record with the text as its title, for kinds in the menus that the person may create. */
export function createEntries({ slug, ui }: Workspace, q: string): readonly PaletteEntry[] {
  const inMenus = new Set(ui.modules.flatMap((module) => module.ui.menu?.slice(0, 1) ?? []));
  const titled = ui.kinds.filter((kind) => kind.can.create && kind.title_field !== null && inMenus.has(kind.id));
  return titled.map((kind) => ({
    id: `create:${kind.id}`,
    title: `Create ${kind.title.toLowerCase()} "${q}"`,
    type: kind.plural,
    icon: 'plus',
    href: withSearch(pagePaths.kind(slug, kind.id), { new: '1', title: q }),
  }));
}

import { pagePaths, type UiDocument, type UiKind, type UiModule } from '@cubit/web-client';
import type { Icon } from '@cubit/web-contract';

export interface MenuItem {
  readonly id: string;
  readonly title: string;
  readonly icon: Icon;
  readonly href: string;
}

export interface MenuSection {
  readonly id: string;
  readonly title: string;
  readonly items: readonly MenuItem[];
}

/** The sections of the sidebar: one for each module that has kinds, in the order that it declares. */
export function menuSections(slug: string, ui: UiDocument): readonly MenuSection[] {
  return ui.modules
    .map((module) => ({ id: module.name, title: module.title, items: itemsOf(slug, module, ui) }))
    .filter(({ items }) => items.length > 0);
}

function itemsOf(slug: string, module: UiModule, ui: UiDocument): readonly MenuItem[] {
  return menuKinds(module, ui).map((kind) => ({
    id: kind.id,
    title: kind.plural,
    icon: kind.ui.icon ?? module.ui.icon ?? 'box',
    href: pagePaths.kind(slug, kind.id),
  }));
}

/** A module that declares no menu shows all its kinds. */
function menuKinds(module: UiModule, ui: UiDocument): readonly UiKind[] {
  const kinds = ui.kinds.filter((kind) => kind.module === module.name);
  const { menu } = module.ui;
  if (!menu) return kinds;
  return menu.flatMap((id) => ui.kinds.filter((kind) => kind.id === id));
}

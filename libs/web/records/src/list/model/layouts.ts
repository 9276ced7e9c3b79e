import { type KindHints, type Layout, typeHolds, typeHoldsOne } from '@cubit/web-contract';
import type { UiField, UiKind } from '@cubit/web-client';
import type { Segment } from '@cubit/web-kit';

const ALL_LAYOUTS: readonly (Segment & { readonly id: Layout })[] = [
  { id: 'table', title: 'Table', icon: 'table' },
  { id: 'board', title: 'Board', icon: 'square-kanban' },
  { id: 'calendar', title: 'Calendar', icon: 'calendar' },
  { id: 'gallery', title: 'Gallery', icon: 'images' },
  { id: 'tree', title: 'Tree', icon: 'list-tree' },
];

/** The layouts that suit a kind, and the one that is shown. */
export function layoutsOf(kind: UiKind, shown: Layout): readonly Segment[] {
  const suits: Readonly<Record<Layout, boolean>> = {
    table: true,
    board: boardFields(kind).length > 0,
    calendar: kind.ui.calendar !== undefined,
    gallery: coverOf(kind) !== undefined || kind.ui.picture !== undefined,
    tree: kind.ui.parent !== undefined,
  };
  return ALL_LAYOUTS.filter(({ id }) => suits[id] || id === shown);
}

/** Fields whose values can be the columns of a board, the one of the kind first. */
export function boardFields(kind: UiKind): readonly UiField[] {
  const first = kind.ui.board ?? kind.lifecycle?.field;
  const usable = kind.fields.filter(
    ({ type, ui }) => ui.hidden !== true && typeHoldsOne(type, 'option', 'record', 'member'),
  );
  return usable.toSorted((a, b) => Number(b.name === first) - Number(a.name === first));
}

export function boardField(kind: UiKind, group: string | undefined): UiField | undefined {
  const fields = boardFields(kind);
  return fields.find(({ name }) => name === group) ?? fields[0];
}

/** The file field with the picture of a record. */
export function coverOf({ ui, fields }: UiKind): string | undefined {
  return ui.cover ?? fields.find((field) => field.ui.widget === 'image')?.name;
}

export type CalendarDates = NonNullable<KindHints['calendar']>;

/** The dates of a calendar: those of the kind, or its first date. */
export function calendarDates({ ui, fields }: UiKind): CalendarDates {
  const first =
    fields.find(({ type }) => typeHolds(type, 'day')) ?? fields.find(({ type }) => typeHolds(type, 'instant'));
  return ui.calendar ?? { start: first?.name ?? 'created_at' };
}

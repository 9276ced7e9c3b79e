/** The selected records of a list: named ones, or all that the filter has but some. */
export type Selection =
  | { readonly all: false; readonly ids: ReadonlySet<string> }
  | { readonly all: true; readonly except: ReadonlySet<string> };

export const NOTHING: Selection = { all: false, ids: new Set() };
export const EVERYTHING: Selection = { all: true, except: new Set() };

export function isSelected(selection: Selection, id: string): boolean {
  return selection.all ? !selection.except.has(id) : selection.ids.has(id);
}

export function toggled(selection: Selection, id: string): Selection {
  if (selection.all) return { all: true, except: flipped(selection.except, id) };
  return { all: false, ids: flipped(selection.ids, id) };
}

/** With these records too. */
export function extended(selection: Selection, ids: readonly string[]): Selection {
  if (!selection.all) return { all: false, ids: new Set([...selection.ids, ...ids]) };
  return { all: true, except: new Set([...selection.except].filter((id) => !ids.includes(id))) };
}

export function selectedCount(selection: Selection, total: number): number {
  return selection.all ? Math.max(0, total - selection.except.size) : selection.ids.size;
}

function flipped(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

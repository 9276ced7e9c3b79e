import { Button, Menu, SegmentedControl } from '@cubit/web-kit';
import { layoutsOf } from '../model/layouts.js';
import type { ListState } from '../model/use-list-state.js';
import { useNarrow } from '../use-narrow.js';

/** How a list shows its records: a button for each layout, on a phone a menu. */
export function LayoutControl({ state }: { readonly state: ListState }) {
  const { kind, layout, view, set } = state;
  const isNarrow = useNarrow();
  const layouts = layoutsOf(kind, layout);
  if (layouts.length < 2) return null;
  const choose = (next: string) => set({ layout: next === 'table' && view?.layout === undefined ? undefined : next });
  if (!isNarrow)
    return <SegmentedControl label="Layout" iconsOnly segments={layouts} value={layout} onChange={choose} />;
  const current = layouts.find(({ id }) => id === layout);
  return (
    <Menu
      label="Layout"
      placement="bottom end"
      entries={layouts.map(({ id, title, icon }) => ({
        ...{ id, title, icon, checked: id === layout, onSelect: () => choose(id) },
      }))}
      trigger={<Button icon={current?.icon} label={`Layout: ${current?.title ?? ''}`} />}
    />
  );
}

import { Button, Menu } from '@cubit/web-kit';
import { type Grouping, groupingFields, groupingOf, groupingText, isTime } from '../model/grouping.js';
import { PERIODS } from '../model/periods.js';
import { type ListState, NO_GROUP } from '../model/use-list-state.js';

/** What the rows of a table are grouped by; of a time also by which periods. */
export function GroupingMenu({ state }: { readonly state: ListState }) {
  const { kind, group, view, set } = state;
  const current = groupingOf(kind, group);
  const choose = (next: Grouping) => () => set({ group: groupingText(next) });
  const none = {
    ...{ id: 'none', title: 'No groups', checked: !current },
    onSelect: () => set({ group: view?.group === undefined ? undefined : NO_GROUP }),
  };
  const fields = groupingFields(kind).map((field) => ({
    ...{ id: `field ${field.name}`, title: field.title, checked: field.name === current?.field.name },
    onSelect: choose({ field, period: isTime(field) ? (current?.period ?? 'month') : null }),
  }));
  const periods = PERIODS.map((period) => ({
    ...{ id: `period ${period}`, title: `By ${period}`, checked: period === current?.period },
    onSelect: () => current && choose({ ...current, period })(),
  }));
  const isOfTime = current !== undefined && current.period !== null;
  const name = current && [current.field.title.toLowerCase(), current.period].filter(Boolean).join(', ');
  return (
    <Menu
      label="Group by"
      groups={[
        { entries: [none] },
        ...(isOfTime ? [{ title: current.field.title, entries: periods }] : []),
        { title: 'Group by', entries: fields },
      ]}
      trigger={<Button icon="rows-3">{name === undefined ? 'Group' : `By ${name}`}</Button>}
    />
  );
}

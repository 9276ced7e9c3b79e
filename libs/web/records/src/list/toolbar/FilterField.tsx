import { typeHolds, typeHoldsOne } from '@cubit/web-contract';
import { Icon, Kbd, Tag, useKeys } from '@cubit/web-kit';
import { TextField } from '@cubit/web-kit/forms';
import { useMemo, useRef, useState } from 'react';
import { useMembers, valueTitle } from '../../cells/index.js';
import { useRecordTitle } from '../../app/queries.js';
import { faultPosition, type FilterPart, filterParts, joinFilter } from '../model/filter-text.js';
import type { ListState } from '../model/use-list-state.js';
import styles from './Toolbar.module.css';

export interface FilterFieldProps {
  readonly state: ListState;
  /** Id of the element with what is wrong with the filter. */
  readonly faultAt: string | undefined;
  /** Selects all that the filter finds; absent where that cannot be selected. */
  readonly onSelectAll?: ((filter: string) => void) | undefined;
}

const SELECTS_ALL = { 'mod+enter': 'In the filter: apply it, and select all that it finds' };

/** The filter as an expression. Enter applies it, and with Ctrl selects what it finds. */
export function FilterField({ state, faultAt, onSelectAll }: FilterFieldProps) {
  const { filter, set } = state;
  const ref = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string>();
  const keys = useMemo(
    () => ({ f: { title: 'Filter', run: () => ref.current?.focus(), back: () => ref.current?.blur() } }),
    [],
  );
  useKeys('List', keys, onSelectAll && SELECTS_ALL);
  const apply = (selects: boolean) => {
    const next = (draft ?? filter).trim();
    set({ filter: next });
    setDraft(undefined);
    if (selects) onSelectAll?.(next);
  };
  return (
    <div className={styles.filter}>
      <TextField
        ref={ref}
        label="Filter"
        hideLabel
        mono
        placeholder="Filter by an expression"
        value={draft ?? filter}
        errorAt={draft === undefined ? faultAt : undefined}
        onChange={setDraft}
        onEnter={apply}
        after={(draft ?? filter) === '' ? <Kbd keys="f" /> : undefined}
      />
    </div>
  );
}

interface FilterFaultProps {
  readonly id: string;
  readonly state: ListState;
  readonly message: string;
}

/** What is wrong with the filter, with a mark at the place; plain words can be searched for instead. */
export function FilterFault({ id, state, message }: FilterFaultProps) {
  const { filter, set } = state;
  const position = faultPosition(message);
  const isWords = /^[\p{L}\p{N}\s.,_-]+$/u.test(filter);
  return (
    <div className={styles.fault}>
      <Icon name="circle-alert" size={14} />
      <span id={id} role="alert">
        {position === undefined ? message : message.replace(/ \(at position \d+\)/, '')}
      </span>
      {position !== undefined && (
        <code>
          {filter.slice(0, position)}
          <mark>{filter.slice(position, position + 1) || ' '}</mark>
          {filter.slice(position + 1)}
        </code>
      )}
      {isWords && (
        <button
          type="button"
          className={styles.inline}
          onClick={() => set({ filter: `search(${JSON.stringify(filter)})` })}
        >
          Search for “{filter}”
        </button>
      )}
    </div>
  );
}

/** The parts of the filter, each of which can be removed. */
export function FilterChips({ state }: { readonly state: ListState }) {
  const { filter, set } = state;
  const parts = filterParts(filter);
  if (parts.length === 0) return null;
  const without = (part: FilterPart) => joinFilter(parts.filter((other) => other !== part).map(({ text }) => text));
  // A view's own filter is emptied by one that is always true.
  const apply = (next: string) => set({ filter: next === '' && state.view?.filter !== undefined ? 'true' : next });
  return (
    <div className={styles.chips}>
      <div className={styles.chips} role="list" aria-label="Filters">
        {parts.map((part) => (
          <span key={part.text} role="listitem">
            <PartChip state={state} part={part} onRemove={() => apply(without(part))} />
          </span>
        ))}
      </div>
      {parts.length > 1 && (
        <button type="button" className={styles.inline} onClick={() => apply('')}>
          Clear all
        </button>
      )}
    </div>
  );
}

interface PartChipProps {
  readonly state: ListState;
  readonly part: FilterPart;
  readonly onRemove: () => void;
}

function PartChip({ state, part, onRemove }: PartChipProps) {
  const { kind, allColumns } = state;
  const members = useMembers();
  // Money is compared by its amount.
  const name = part.field?.replace(/\.amount$/, '');
  const column = allColumns.find(({ key, sort }) => key === name || sort === name);
  const field = kind.fields.find((each) => each.name === name);
  const target = field && typeHoldsOne(field.type, 'record') ? String(field.schema['x-kind'] ?? '') : undefined;
  const title = useRecordTitle(target === '' ? undefined : target, target ? part.value : undefined);
  if (name === undefined || !column) return <Tag onRemove={onRemove}>{part.text}</Tag>;
  const isPerson = typeHolds(field?.type, 'member');
  const value = part.value ?? '';
  const shown = isPerson
    ? (members.get(value)?.name ?? value)
    : field && typeHoldsOne(field.type, 'option')
      ? valueTitle(kind, field, value)
      : (title ?? value);
  return <Tag onRemove={onRemove}>{`${column.title} ${part.operator ?? ''} ${shown}`.trim()}</Tag>;
}

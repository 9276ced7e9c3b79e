import { pagePaths } from '@cubit/web-client';
import { Dialog, Icon, Kbd, VisuallyHidden } from '@cubit/web-kit';
import { useGo, useWorkspace, withSearch } from '@cubit/web-records';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './Palette.module.css';
import { createEntries, hitEntries, pageEntries, type PaletteEntry } from './palette-entries.js';
import { useSearch } from './use-search.js';

export interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Finds records and pages by a few keys, from everywhere. */
export function Palette({ open, onClose }: PaletteProps) {
  return (
    <Dialog title="Search" bare open={open} onClose={onClose}>
      <PaletteContent onClose={onClose} />
    </Dialog>
  );
}

function PaletteContent({ onClose }: { readonly onClose: () => void }) {
  const workspace = useWorkspace();
  const go = useGo();
  const list = useId();
  const [q, setQ] = useState('');
  const [active, setActive] = useState(0);
  const { data, isFetching, error } = useSearch(q);
  const typed = q.trim();
  const hits = typed === '' ? [] : hitEntries(workspace, data ?? []);
  const nothing = typed !== '' && data !== undefined && !isFetching && hits.length === 0;
  const entries = [...hits, ...pageEntries(workspace, typed), ...(nothing ? createEntries(workspace, typed) : [])];
  const open = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    go(entry.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + entries.length) % Math.max(entries.length, 1));
    else if (event.key === 'Enter') open(entries[active]);
    else return;
    event.preventDefault();
  };
  const chosen = entries[active];
  return (
    <div className={styles.palette}>
      <div className={styles.head}>
        <Icon name="search" />
        <input
          className={styles.input}
          role="combobox"
          aria-label="Search"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={chosen ? optionId(list, chosen) : undefined}
          placeholder="Search records and pages"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={q}
          onChange={(event) => {
            setQ(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd keys="esc" />
      </div>
      {error !== null && (
        <p className={styles.note} role="alert">
          {error.message}
        </p>
      )}
      {nothing && <p className={styles.note}>Nothing has that name.</p>}
      <Entries id={list} entries={entries} active={active} onChoose={open} />
      {typed !== '' && (
        <a
          className={styles.all}
          href={withSearch(`${pagePaths.workspace(workspace.slug)}/search`, { q: typed })}
          onClick={onClose}
        >
          All results for “{typed}”
        </a>
      )}
      <VisuallyHidden>
        <span role="status">{typed === '' ? '' : `${hits.length} records found`}</span>
      </VisuallyHidden>
    </div>
  );
}

interface EntriesProps {
  readonly id: string;
  readonly entries: readonly PaletteEntry[];
  readonly active: number;
  readonly onChoose: (entry: PaletteEntry) => void;
}

function Entries({ id, entries, active, onChoose }: EntriesProps) {
  const ref = useRef<HTMLUListElement>(null);
  useEffect(() => {
    ref.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul ref={ref} id={id} role="listbox" aria-label="Results" className={styles.list}>
      {entries.map((entry, index) => (
        <li
          key={entry.id}
          id={optionId(id, entry)}
          role="option"
          aria-selected={index === active}
          className={styles.entry}
          onClick={() => onChoose(entry)}
        >
          <Icon name={entry.icon} />
          <span className={styles.title}>{entry.title}</span>
          <span className={styles.type}>{entry.type}</span>
        </li>
      ))}
    </ul>
  );
}

function optionId(list: string, entry: PaletteEntry): string {
  return `${list}-${entry.id}`;
}

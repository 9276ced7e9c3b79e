import { pagePaths, type RecordRef } from '@cubit/web-client';
import { Avatar, Icon } from '@cubit/web-kit';
import { useRecordTitle } from '../app/queries.js';
import { useWorkspace } from '../app/workspace-context.js';
import type { CellProps } from './cell-props.js';
import { useMembers } from './use-members.js';
import { isExpanded } from './is-expanded.js';
import { titleOf } from './value-text.js';
import styles from './Cell.module.css';

const SHOWN = 3;

/** A reference or several, as links. */
export function RefValue({ value, field, inGrid }: CellProps) {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const kind = field.schema['x-kind'];
  return (
    <span className={styles.chips}>
      {items.slice(0, SHOWN).map((item, index) => (
        <RefChip key={index} value={item} kind={typeof kind === 'string' ? kind : undefined} inGrid={inGrid} />
      ))}
      {items.length > SHOWN && <span className={styles.more}>+{items.length - SHOWN}</span>}
    </span>
  );
}

export interface RefChipProps {
  /** An expanded record, `{kind, id}`, or an id of `kind`. */
  readonly value: unknown;
  readonly kind?: string;
  readonly inGrid?: boolean;
}

export function RefChip({ value, kind, inGrid }: RefChipProps) {
  const workspace = useWorkspace();
  if (isExpanded(value)) {
    const target = workspace.kind(value.kind);
    const title = target ? titleOf(value, target) : value.title;
    // In a table, each would be a request for each row.
    if (title === target?.title && inGrid !== true) return <LoadedRef kind={value.kind} id={value.id} />;
    return (
      <RefLink kind={value.kind} id={value.id} inGrid={inGrid}>
        {title}
      </RefLink>
    );
  }
  const ref = refOf(value, kind);
  return ref ? <LoadedRef {...ref} inGrid={inGrid} /> : <span className={styles.text}>{String(value)}</span>;
}

function refOf(value: unknown, kind: string | undefined): RecordRef | undefined {
  if (typeof value === 'string') return kind === undefined ? undefined : { kind, id: value };
  return typeof value === 'object' && value !== null && 'kind' in value ? (value as RecordRef) : undefined;
}

function LoadedRef({ kind, id, inGrid }: RecordRef & Pick<RefChipProps, 'inGrid'>) {
  const title = useRecordTitle(kind, id);
  return (
    <RefLink kind={kind} id={id} inGrid={inGrid}>
      {title ?? '…'}
    </RefLink>
  );
}

interface RefLinkProps extends RecordRef {
  readonly inGrid?: boolean;
  readonly children: string;
}

function RefLink({ kind, id, inGrid, children }: RefLinkProps) {
  const workspace = useWorkspace();
  const icon = workspace.kind(kind)?.ui.icon;
  return (
    <a className={styles.ref} href={pagePaths.record(workspace.slug, kind, id)} tabIndex={inGrid ? -1 : undefined}>
      {icon !== undefined && <Icon name={icon} size={14} className={styles.refIcon} />}
      <span className={styles.text}>{children}</span>
    </a>
  );
}

/** One person with the name, several as their initials. */
export function PersonValue({ value }: CellProps) {
  const members = useMembers();
  const ids = (Array.isArray(value) ? value : [value]).map(String);
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) {
    const name = members.get(only)?.name ?? 'Former member';
    return (
      <span className={styles.person}>
        <Avatar name={name} seed={only} labelled={false} />
        <span className={styles.text}>{name}</span>
      </span>
    );
  }
  return (
    <span className={styles.people}>
      {ids.map((id) => (
        <Avatar key={id} name={members.get(id)?.name ?? 'Former member'} seed={id} />
      ))}
    </span>
  );
}

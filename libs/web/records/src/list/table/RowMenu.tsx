import { type CubitRecord, pagePaths } from '@cubit/web-client';
import { IconButton, Menu, type MenuEntry } from '@cubit/web-kit';
import { useRecordActions } from '../../app/queries.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { titleOf } from '../../cells/index.js';
import { mayBeOffered } from '../../forms/model/condition.js';
import styles from './Table.module.css';

export interface RowMenuProps {
  readonly record: CubitRecord;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The actions of the active row, `.` opens it. Each leads to its form on the page of the record. */
export function RowMenu({ record, open, onOpenChange }: RowMenuProps) {
  const { slug, kind: kindOf } = useWorkspace();
  const kind = kindOf(record.kind);
  const href = pagePaths.record(slug, record.kind, record.id);
  return (
    <span className={styles.rowMenu}>
      {open ? (
        <OpenMenu record={record} href={href} onOpenChange={onOpenChange} />
      ) : (
        <IconButton
          icon="ellipsis"
          size="small"
          label={`Actions of ${kind ? titleOf(record, kind) : record.title}`}
          keys="."
          onPress={() => onOpenChange(true)}
        />
      )}
    </span>
  );
}

interface OpenMenuProps extends Pick<RowMenuProps, 'record' | 'onOpenChange'> {
  readonly href: string;
}

function OpenMenu({ record, href, onOpenChange }: OpenMenuProps) {
  const { action: actionOf } = useWorkspace();
  const { data } = useRecordActions(record.kind, record.id);
  const actions = (data ?? []).flatMap(({ id, title, available, reason }): MenuEntry | [] => {
    const action = actionOf(id);
    if (action && !mayBeOffered(action.ui, record)) return [];
    return {
      ...{ id, title, icon: action?.ui.icon ?? 'zap', keys: action?.ui.key, drive: `action:${id}` },
      ...(available
        ? { href: `${href}?do=${encodeURIComponent(id)}` }
        : { disabledReason: reason ?? 'It cannot run now.' }),
    };
  });
  const groups = [
    { entries: [{ id: 'open', title: 'Open', icon: 'external-link' as const, keys: 'enter', href }] },
    ...(actions.length > 0 ? [{ title: 'Actions', entries: actions }] : []),
  ];
  const trigger = <IconButton icon="ellipsis" size="small" label="Actions" />;
  return <Menu open label="Actions" trigger={trigger} groups={groups} onOpenChange={onOpenChange} />;
}

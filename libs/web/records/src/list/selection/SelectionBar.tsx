import { pagePaths, type UiAction, type UiKind } from '@cubit/web-client';
import {
  Button,
  ConfirmDialog,
  formatDecimal,
  IconButton,
  type IconName,
  type KeyMap,
  Menu,
  Progress,
  useKeys,
} from '@cubit/web-kit';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useWorkspace } from '../../app/workspace-context.js';
import type { List } from '../model/use-list.js';
import type { ListState } from '../model/use-list-state.js';
import { useNarrow } from '../use-narrow.js';
import { likelyField } from './likely-field.js';
import { useBulkActions } from './use-bulk-actions.js';
import { EVERYTHING, NOTHING, type Selection, selectedCount } from './selection.js';
import { MOST_UNDONE, useBulk } from './use-bulk.js';
import styles from './SelectionBar.module.css';

const BulkEditDialog = lazy(async () => ({ default: (await import('./BulkEditDialog.js')).BulkEditDialog }));
const BulkActionDialog = lazy(async () => ({ default: (await import('./BulkActionDialog.js')).BulkActionDialog }));

export interface SelectionBarProps {
  readonly state: ListState;
  /** The list whose active cell is meant, where it has one. */
  readonly list?: List | undefined;
  readonly selection: Selection;
  readonly total: number;
  readonly onSelection: (selection: Selection) => void;
}

const SHOWN_ACTIONS = 2;

type Opened = 'edit' | 'delete' | UiAction;

/** What can be done with the selected records, while there are any. */
export function SelectionBar({ state, list, selection, total, onSelection }: SelectionBarProps) {
  const { kind, filter, columns } = state;
  const { slug } = useWorkspace();
  const [dialog, setDialog] = useState<Opened | null>(null);
  const bulk = useBulk(kind, { slug, kind: kind.id, filter, selection });
  const count = selectedCount(selection, total);
  const close = () => setDialog(null);
  // The head of a table selects all of it.
  const hasHead = !useNarrow() && state.layout === 'table';
  if (count === 0 && !bulk.progress) return null;
  const remove = async () => {
    close();
    const done = (records: string) => `${records} moved to the trash`;
    if (await bulk.run({ operation: { type: 'delete' }, done })) onSelection(NOTHING);
  };
  return (
    <div className={styles.bar} role="region" aria-label="Selection">
      <span className={styles.count} role="status">
        {formatDecimal(count)} selected
      </span>
      {bulk.progress ? (
        <span className={styles.progress}>
          <Progress
            label="Working"
            value={bulk.progress.total ? bulk.progress.done / bulk.progress.total : undefined}
            showValue
          />
        </span>
      ) : (
        <Buttons
          kind={kind}
          onOpen={setDialog}
          onClear={() => onSelection(NOTHING)}
          onSelectAll={count < total && !hasHead ? () => onSelection(EVERYTHING) : undefined}
        />
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        title={`Move ${bulk.words(count)} to the trash?`}
        confirm="Move to trash"
        danger
        onConfirm={() => void remove()}
        onClose={close}
      >
        <p>
          {count > MOST_UNDONE ? 'That many cannot be undone at once. ' : 'Undo brings them back. '}
          The <a href={`${pagePaths.kind(slug, kind.id)}/trash`}>trash</a> keeps them until they are deleted
          permanently.
        </p>
      </ConfirmDialog>
      <Suspense>
        {dialog === 'edit' && (
          <BulkEditDialog
            kind={kind}
            title={`Edit ${bulk.words(count)}`}
            initial={likelyField(kind, list && columns[list.memory.column]?.field, filter)}
            onStart={bulk.start}
            onClose={close}
          />
        )}
        {dialog !== null && typeof dialog === 'object' && (
          <BulkActionDialog
            action={dialog}
            words={bulk.words(count)}
            onStart={dialog.applies_to === 'workspace' ? (run) => bulk.startOnAll(dialog, run) : bulk.start}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

interface ButtonsProps {
  readonly kind: UiKind;
  readonly onOpen: (opened: Opened) => void;
  readonly onClear: () => void;
  readonly onSelectAll: (() => void) | undefined;
}

interface Tool {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconName | undefined;
  readonly run: () => void;
}

/** On a phone, all but "Edit" is in a menu. */
function Buttons({ kind, onOpen, onClear, onSelectAll }: ButtonsProps) {
  const isNarrow = useNarrow();
  const actions = useBulkActions(kind).map((action): Tool => ({
    id: action.id,
    title: action.title,
    icon: action.ui.icon,
    run: () => onOpen(action),
  }));
  const all: readonly Tool[] = onSelectAll
    ? [{ id: 'all', title: 'Select all', icon: 'list-checks', run: onSelectAll }]
    : [];
  const trash: readonly Tool[] = kind.can.delete
    ? [{ id: 'trash', title: 'Move to trash', icon: 'trash-2', run: () => onOpen('delete') }]
    : [];
  const shown = isNarrow ? [] : [...all, ...actions.slice(0, SHOWN_ACTIONS)];
  const more = isNarrow ? [...all, ...actions, ...trash] : actions.slice(SHOWN_ACTIONS);
  return (
    <>
      {kind.can.update && (
        <>
          <EditKey onEdit={onOpen} />
          <Button size="small" icon="pencil" keys="e" hint="Edit the selection" onPress={() => onOpen('edit')}>
            Edit
          </Button>
        </>
      )}
      {shown.map((tool) => (
        <ToolButton key={tool.id} {...tool} />
      ))}
      {more.length > 0 && (
        <Menu
          label="More actions"
          trigger={
            <Button size="small" iconAfter="chevron-down">
              More
            </Button>
          }
          entries={more.map(({ id, title, icon, run }) => ({ id, title, icon, onSelect: run }))}
        />
      )}
      {!isNarrow && trash.map((tool) => <ToolButton key={tool.id} {...tool} />)}
      <IconButton icon="x" size="small" label="Clear the selection" keys="esc" onPress={onClear} />
    </>
  );
}

function ToolButton({ title, icon, run }: Tool) {
  return (
    <Button size="small" icon={icon} onPress={run}>
      {title}
    </Button>
  );
}

function EditKey({ onEdit }: { readonly onEdit: ButtonsProps['onOpen'] }) {
  const keys = useMemo((): KeyMap => ({ e: { title: 'Edit the selection', run: () => onEdit('edit') } }), [onEdit]);
  useKeys('List', keys);
  return null;
}

import { type CubitRecord, pagePaths, type RecordAction, type UiAction, type UiKind } from '@cubit/web-client';
import { Button, ConfirmDialog, IconButton, type KeyMap, Menu, type MenuEntry, useKeys } from '@cubit/web-kit';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useGo, useSetSearch } from '../app/address.js';
import { useRecordActions } from '../app/queries.js';
import { useRecordChanges } from '../app/record-changes.js';
import { useChanges } from '../app/use-changes.js';
import { useWorkspace } from '../app/workspace-context.js';
import { titleOf } from '../cells/value-text.js';
import { ActionDialog } from '../forms/dialogs/ActionDialog.js';
import { EditDialog } from '../forms/dialogs/EditDialog.js';
import { isOffered } from '../forms/model/condition.js';
import { useNarrow } from '../list/use-narrow.js';
import { useStartAction } from './use-start-action.js';

const QrDialog = lazy(async () => ({ default: (await import('./QrDialog.js')).QrDialog }));

const MOST_BUTTONS = 3;
/** On a phone, with "More" beside them, on one line. */
const MOST_ON_PHONE = 2;
const LETTERS_ON_PHONE = 22;
/** The position of an action without one. */
const LAST = 1_000_000;

export interface RecordActionsProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  /** Runs the keys that actions declare: on the page, not beside another one. */
  readonly withKeys?: boolean;
}

/** Up to three primary actions as buttons, two on a phone, the others below "More". */
export function RecordActions({ kind, record, withKeys = false }: RecordActionsProps) {
  const setSearch = useSetSearch();
  const actions = useOfferedActions(kind, record);
  const [asking, setAsking] = useState<UiAction>();
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [showingCode, showCode] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const ref = { kind: record.kind, id: record.id, title: titleOf(record, kind) };
  // The address of a page names actions of its own record alone.
  const ask = (action: UiAction) => (withKeys ? setSearch({ do: action.id }) : setAsking(action));
  const { start: startAction, running } = useStartAction(ref, ask);
  const start = ({ action, reason }: OfferedAction) => {
    if (reason === undefined) void startAction(action);
  };
  const primary = actions.filter(({ action }) => action.ui.tone === 'primary');
  const buttons = useNarrow() ? fittingOnPhone(primary) : primary.slice(0, MOST_BUTTONS);
  const others = actions.filter((offered) => !buttons.includes(offered));
  return (
    <>
      {buttons.map((offered, index) => (
        <Button
          key={offered.action.id}
          icon={offered.action.ui.icon}
          variant={index === 0 ? 'primary' : 'plain'}
          pending={running === offered.action.id}
          disabledReason={offered.reason}
          keys={offered.action.ui.key}
          hint={offered.action.title}
          drive={`action:${offered.action.id}`}
          onPress={() => start(offered)}
        >
          {offered.action.title}
        </Button>
      ))}
      <MoreMenu
        {...{ kind, record }}
        entries={others.map((offered) => entryOf(offered, () => start(offered)))}
        onEdit={() => setEditing(true)}
        onDelete={() => setDeleting(true)}
        onCode={() => showCode(true)}
        open={menuOpen}
        onOpenChange={setMenuOpen}
        keys={withKeys ? '.' : undefined}
      />
      {withKeys && (
        <ActionKeys
          actions={actions}
          onRun={start}
          onEdit={kind.can.update ? () => setEditing(true) : undefined}
          onMenu={() => setMenuOpen(true)}
        />
      )}
      {asking !== undefined && <ActionDialog open action={asking} record={ref} onClose={() => setAsking(undefined)} />}
      <EditDialog open={editing} kind={kind} record={record} onClose={() => setEditing(false)} />
      <DeleteDialog open={deleting} {...{ kind, record }} onClose={() => setDeleting(false)} />
      {showingCode && (
        <Suspense>
          <QrDialog {...{ kind, record }} onClose={() => showCode(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The first, and the second where there is room for its title. */
function fittingOnPhone(primary: readonly OfferedAction[]): readonly OfferedAction[] {
  const most = primary.slice(0, MOST_ON_PHONE);
  const letters = most.reduce((sum, { action }) => sum + action.title.length, 0);
  return letters > LETTERS_ON_PHONE ? most.slice(0, 1) : most;
}

interface OfferedAction {
  readonly action: UiAction;
  /** Why it cannot run now. */
  readonly reason: string | undefined;
}

/** The actions of a record in their order, without those that its hints leave out. Viewers see only those that they can run: they know that they read. */
function useOfferedActions(kind: UiKind, record: CubitRecord): readonly OfferedAction[] {
  const { action: actionOf, ui } = useWorkspace();
  const isViewer = ui.role === 'viewer';
  const { data: states } = useRecordActions(kind.id, record.id);
  return useMemo(() => {
    const reasons = new Map(states?.map((state) => [state.id, reasonOf(state)]));
    const offered = kind.actions.flatMap((id) => actionOf(id) ?? []);
    return offered
      .filter(({ can }) => can || !isViewer)
      .filter(({ ui }) => isOffered(ui, record))
      .sort((a, b) => (a.ui.order ?? LAST) - (b.ui.order ?? LAST))
      .map((action) => ({
        action,
        reason: action.can ? reasons.get(action.id) : 'Your role does not allow this; ask an admin.',
      }));
  }, [kind, record, states, actionOf, isViewer]);
}

const reasonOf = ({ available, reason }: RecordAction): string | undefined =>
  available ? undefined : (reason ?? 'It cannot run now.');

const entryOf = ({ action, reason }: OfferedAction, onSelect: () => void): MenuEntry => ({
  id: action.id,
  title: action.title,
  icon: action.ui.icon,
  keys: action.ui.key,
  danger: action.ui.tone === 'danger',
  disabledReason: reason,
  drive: `action:${action.id}`,
  onSelect,
});

interface MoreMenuProps extends Pick<RecordActionsProps, 'kind' | 'record'> {
  readonly entries: readonly MenuEntry[];
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onCode: () => void;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Opens the menu. */
  readonly keys: string | undefined;
}

function MoreMenu({ kind, record, entries, onEdit, onDelete, onCode, keys, ...menu }: MoreMenuProps) {
  const { slug } = useWorkspace();
  const path = pagePaths.record(slug, kind.id, record.id);
  const own: MenuEntry[] = [
    ...(kind.can.update ? [{ id: 'edit', title: 'Edit', icon: 'pencil' as const, keys: 'e', onSelect: onEdit }] : []),
    { id: 'files', title: 'Files', icon: 'paperclip', href: `${path}?panel=files` },
    { id: 'history', title: 'History', icon: 'history', href: `${path}?panel=history` },
    { id: 'used-by', title: 'Used by', icon: 'link', href: `${path}?panel=used-by` },
    { id: 'code', title: 'QR code', icon: 'qr-code', onSelect: onCode },
  ];
  const trash: MenuEntry = { id: 'delete', title: 'Move to trash', icon: 'trash-2', danger: true, onSelect: onDelete };
  const groups = [{ entries }, { entries: own }, { entries: kind.can.delete ? [trash] : [] }].filter(
    (group) => group.entries.length > 0,
  );
  return (
    <Menu
      label={`More actions of ${kind.title.toLowerCase()}`}
      placement="bottom end"
      trigger={<IconButton icon="ellipsis" label="More" variant="plain" drive="more" keys={keys} />}
      groups={groups}
      {...menu}
    />
  );
}

interface ActionKeysProps {
  readonly actions: readonly OfferedAction[];
  readonly onRun: (action: OfferedAction) => void;
  readonly onEdit: (() => void) | undefined;
  readonly onMenu: () => void;
}

function ActionKeys({ actions, onRun, onEdit, onMenu }: ActionKeysProps) {
  const keys = useMemo(() => {
    const map: Record<string, KeyMap[string]> = { '.': { title: 'More actions', run: onMenu } };
    if (onEdit) map['e'] = { title: 'Edit', run: () => editFocused() || onEdit() };
    for (const offered of actions.toReversed()) {
      const { key, title } = { key: offered.action.ui.key, title: offered.action.title };
      if (key !== undefined && offered.reason === undefined) map[key] = { title, run: () => onRun(offered) };
    }
    return map;
  }, [actions, onRun, onEdit, onMenu]);
  useKeys('This record', keys);
  return null;
}

/** Opens the editor of the field that has the focus. */
function editFocused(): boolean {
  const button = document.activeElement?.closest('[data-field-row]')?.querySelector<HTMLElement>('[data-edit]');
  button?.click();
  return button !== null && button !== undefined;
}

interface DeleteDialogProps extends Pick<RecordActionsProps, 'kind' | 'record'> {
  readonly open: boolean;
  readonly onClose: () => void;
}

function DeleteDialog({ open, kind, record, onClose }: DeleteDialogProps) {
  const { slug } = useWorkspace();
  const changes = useRecordChanges();
  const { fail } = useChanges();
  const go = useGo();
  const [pending, setPending] = useState(false);
  const remove = async () => {
    setPending(true);
    try {
      await changes.remove(record);
      go(pagePaths.kind(slug, kind.id));
    } catch (error) {
      fail(error);
    } finally {
      setPending(false);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      open={open}
      title={`Move ${titleOf(record, kind)} to the trash?`}
      confirm="Move to trash"
      danger
      pending={pending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      It can be restored from the trash.
    </ConfirmDialog>
  );
}

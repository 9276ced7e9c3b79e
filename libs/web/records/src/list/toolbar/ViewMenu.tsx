import { Button, Dialog, IconButton, Menu, type MenuGroup } from '@cubit/web-kit';
import { Checkbox, TextField } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { queryKeys } from '../../app/query-keys.js';
import { useApp } from '../../app/app-context.js';
import { useMe } from '../../app/queries.js';
import { withSearch } from '../../app/address.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { pagePaths } from '@cubit/web-client';
import { useChanges } from '../../app/use-changes.js';
import { boardField, calendarDates } from '../model/layouts.js';
import { ALL, type ListState } from '../model/use-list-state.js';
import type { ListView, SavedView } from '../model/views.js';
import styles from './Toolbar.module.css';

/** The views of a kind: those it comes with, shared ones, the person's own. */
export function ViewMenu({ state }: { readonly state: ListState }) {
  const { view } = state;
  const { data: me } = useMe();
  const [saving, setSaving] = useState(false);
  const actions = useViewActions(state);
  const groups = useViewGroups(state, { actions, me: me?.id, onSave: () => setSaving(true) });
  return (
    <>
      <Menu
        label="Views"
        groups={groups}
        trigger={
          <Button
            icon="bookmark"
            iconAfter="chevron-down"
            label={`View: ${view?.name ?? 'All'}`}
            className={styles.view}
          >
            {view?.name ?? 'All'}
          </Button>
        }
      />
      {actions.changed && (
        <IconButton icon="rotate-ccw" label="Back to the view as it is saved" onPress={actions.reset} />
      )}
      {saving && <SaveDialog canShare={actions.isAdmin} onClose={() => setSaving(false)} onSave={actions.save} />}
    </>
  );
}

interface GroupsOptions {
  readonly actions: ReturnType<typeof useViewActions>;
  readonly me: string | undefined;
  readonly onSave: () => void;
}

function useViewGroups(state: ListState, { actions, me, onSave }: GroupsOptions): readonly MenuGroup[] {
  const { kind, views, view, setting, setSetting } = state;
  const { slug } = useWorkspace();
  const base = pagePaths.kind(slug, kind.id);
  const entry = ({ id, name, saved }: ListView) => ({
    ...{ id, title: name, checked: view?.id === id, href: withSearch(base, { view: id }) },
    ...(saved?.locked === true ? { icon: 'lock' as const } : {}),
  });
  const all = {
    id: ALL,
    title: `All ${kind.plural.toLowerCase()}`,
    checked: view === null,
    href: withSearch(base, { view: setting.view === undefined ? undefined : ALL }),
  };
  const of = (title: string, wanted: readonly ListView[]): MenuGroup[] =>
    wanted.length > 0 ? [{ title, entries: wanted.map(entry) }] : [];
  const own = view?.saved && (view.saved.created_by === me || actions.isAdmin) ? view.saved : null;
  const isDefault = setting.view !== undefined && setting.view === view?.id;
  return [
    { entries: [all, ...views.filter(({ saved }) => !saved).map(entry)] },
    ...of(
      'Shared',
      views.filter(({ saved }) => saved?.shared === true),
    ),
    ...of(
      'Mine',
      views.filter(({ saved }) => saved?.shared === false),
    ),
    {
      entries: [
        { id: 'save', title: 'Save as a view…', icon: 'save' as const, onSelect: onSave },
        ...(own && !own.locked
          ? [
              {
                id: 'update',
                title: `Save to “${own.name}”`,
                icon: 'check' as const,
                onSelect: () => void actions.update(own),
              },
            ]
          : []),
        ...(own && actions.isAdmin
          ? [
              {
                id: 'share',
                title: own.shared ? 'Do not share' : 'Share with everyone',
                icon: 'share-2' as const,
                onSelect: () => void actions.share(own),
              },
            ]
          : []),
        {
          id: 'default',
          title: isDefault ? 'Open without this view' : 'Open with this view',
          icon: 'star' as const,
          onSelect: () => setSetting((before) => ({ ...before, view: isDefault ? undefined : view?.id })),
        },
        ...(own
          ? [
              {
                id: 'delete',
                title: `Delete “${own.name}”`,
                icon: 'trash-2' as const,
                danger: true,
                onSelect: () => void actions.remove(own),
              },
            ]
          : []),
      ],
    },
  ];
}

interface SaveDialogProps {
  readonly canShare: boolean;
  readonly onClose: () => void;
  readonly onSave: (name: string, shared: boolean) => Promise<boolean>;
}

function SaveDialog({ canShare, onClose, onSave }: SaveDialogProps) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = async () => {
    if (name.trim() !== '' && (await onSave(name.trim(), shared))) onClose();
  };
  const footer = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" onPress={() => void save()}>
        Save view
      </Button>
    </>
  );
  return (
    <Dialog open size="small" title="Save as a view" onClose={onClose} footer={footer}>
      <div className={styles.builder}>
        <TextField label="Name" required autoFocus value={name} onChange={setName} onEnter={() => void save()} />
        {canShare && <Checkbox label="Share with everyone" value={shared} onChange={setShared} />}
      </div>
    </Dialog>
  );
}

function useViewActions({ kind, view, filter, sort, group, lanes, layout, columns, set }: ListState) {
  const { api } = useApp();
  const { path, slug, ui } = useWorkspace();
  const shownGroup = layout === 'board' ? boardField(kind, group)?.name : group;
  const content = {
    ...{ filter: filter === '' ? null : filter, sort: sort ?? null, fields: columns.slice(1).map(({ key }) => key) },
    group: shownGroup ?? null,
    lanes: shownGroup === undefined ? null : (lanes ?? null),
    layout: layout === 'tree' ? 'table' : layout,
    ...(layout === 'calendar' && { layout_options: calendarDates(kind) }),
  };
  const changes = useChanges();
  const attempt = (run: () => Promise<unknown>, done: string) =>
    changes.attempt({ run, done, refresh: [queryKeys.views(slug, kind.id), path('/views')] });
  const plainView = {
    ...{ filter: undefined, sort: undefined, fields: undefined },
    ...{ group: undefined, lanes: undefined, layout: undefined },
  };
  return {
    isAdmin: ui.role === 'admin' || ui.role === 'owner',
    changed: view !== null && (filter !== (view.filter ?? '') || sort !== view.sort || group !== view.group),
    reset: () => set(plainView),
    save: (name: string, shared: boolean) =>
      attempt(async () => {
        const saved = await api.post<SavedView>(path('/views'), { name, kind: kind.id, ...content, shared });
        set({ ...plainView, view: saved.id });
      }, `View “${name}” saved`),
    update: (saved: SavedView) =>
      attempt(async () => {
        await api.patch(path(`/views/${saved.id}`), content);
        set(plainView);
      }, `View “${saved.name}” saved`),
    share: (saved: SavedView) =>
      attempt(
        () => api.patch(path(`/views/${saved.id}`), { shared: !saved.shared }),
        saved.shared ? 'No longer shared' : 'Shared with everyone',
      ),
    remove: (saved: SavedView) =>
      attempt(async () => {
        await api.delete(path(`/views/${saved.id}`));
        set({ ...plainView, view: undefined });
      }, `View “${saved.name}” deleted`),
  };
}

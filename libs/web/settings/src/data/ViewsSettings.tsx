import { pagePaths } from '@cubit/web-client';
import { Badge, EmptyState, Icon, IconButton } from '@cubit/web-kit';
import { Switch } from '@cubit/web-kit/forms';
import { useApp, useMe, useWorkspace, withSearch } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useMembers } from '@cubit/web-records/members';
import { useState } from 'react';
import {
  type Column,
  FormDialog,
  NameField,
  ResourceTable,
  RoleNote,
  SettingsSection,
  useForm,
  useList,
  useRole,
} from '../parts/index.js';
import styles from '../parts/parts.module.css';

interface View {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly filter: string | null;
  readonly sort: string | null;
  readonly fields: readonly string[] | null;
  readonly layout: string;
  readonly layout_options: Readonly<Record<string, string>>;
  readonly shared: boolean;
  readonly locked: boolean;
  readonly position: number;
  readonly created_by: string;
  readonly problems: readonly { readonly message: string }[];
}

/** Own and shared views: renamed, shared, locked and deleted here; made in lists. */
export function ViewsSettings() {
  const { path, slug, kind } = useWorkspace();
  const { admin } = useRole();
  const list = useList<View>(path('/views'), { query: { limit: 200 } });
  const members = useMembers();
  const [renaming, setRenaming] = useState<View>();
  const columns: readonly Column<View>[] = [
    {
      id: 'name',
      title: 'View',
      cell: (view) => (
        <span className={styles.cellMain}>
          <span>
            <a data-row-link href={withSearch(pagePaths.kind(slug, view.kind), { view: view.id })}>
              {view.name}
            </a>{' '}
            {view.locked && <Icon name="lock" size={12} label="Locked" />}
          </span>
          {view.problems.map(({ message }) => (
            <span key={message} className={styles.bad}>
              {message}
            </span>
          ))}
        </span>
      ),
    },
    { id: 'kind', title: 'Of', cell: (view) => kind(view.kind)?.plural ?? view.kind },
    { id: 'layout', title: 'Layout', fit: true, cell: ({ layout }) => layout },
    { id: 'by', title: 'Made by', cell: ({ created_by: id }) => members.get(id ?? '')?.name ?? 'Former member' },
    {
      id: 'shared',
      title: 'Shared',
      fit: true,
      cell: (view) => (admin ? <ShareSwitch view={view} /> : view.shared && <Badge>Shared</Badge>),
    },
    {
      id: 'actions',
      title: 'Actions',
      actions: true,
      cell: (view) => <ViewActions view={view} onRename={() => setRenaming(view)} />,
    },
  ];
  return (
    <>
      <RoleNote what="share views with everybody" />
      <SettingsSection
        hideTitle
        title="Views"
        lead="A view is saved in a list: filter, sort and choose columns there, then save."
      >
        <ResourceTable
          label="Views"
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon="layout-list" title="No views yet">
              Open a list, filter it, and save the view there: it then is one click away for you, or for everybody.
            </EmptyState>
          }
        />
      </SettingsSection>
      {renaming && <RenameDialog view={renaming} onClose={() => setRenaming(undefined)} />}
    </>
  );
}

function useViewChange() {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { change, attempt } = useChanges();
  const base = path('/views');
  const patched = (view: View, patch: Partial<View>, done: string) => ({
    run: () => api.patch(`${base}/${view.id}`, patch),
    undo: () =>
      api.patch(
        `${base}/${view.id}`,
        Object.fromEntries(Object.keys(patch).map((name) => [name, view[name as keyof View]])),
      ),
    done,
    refresh: [base],
  });
  return { api, base, change, attempt, patched };
}

function ShareSwitch({ view }: { readonly view: View }) {
  const { attempt, patched } = useViewChange();
  return (
    <Switch
      label={`Share ${view.name}`}
      hideLabel
      value={view.shared}
      disabled={view.locked}
      onChange={(shared) =>
        void attempt(
          patched(view, { shared }, shared ? `Shared ${view.name} with everybody` : `${view.name} is private again`),
        )
      }
    />
  );
}

function ViewActions({ view, onRename }: { readonly view: View; readonly onRename: () => void }) {
  const { api, base, attempt, patched } = useViewChange();
  const { admin, can } = useRole();
  const { data: me } = useMe();
  const mine = view.shared ? admin : view.created_by === me?.id && can('member');
  if (!mine) return null;
  const { name, kind, filter, sort, fields, layout, layout_options, shared, locked, position } = view;
  const remove = () =>
    attempt({
      run: () => api.delete(`${base}/${view.id}`),
      undo: () =>
        api.post(base, { name, kind, filter, sort, fields, layout, layout_options, shared, locked, position }),
      done: `Deleted the view ${name}`,
      refresh: [base],
    });
  const reason = locked ? 'Unlock the view first' : undefined;
  return (
    <div className={styles.actions}>
      <IconButton
        icon={locked ? 'lock-open' : 'lock'}
        size="small"
        label={locked ? `Unlock ${name}` : `Lock ${name}`}
        onPress={() => void attempt(patched(view, { locked: !locked }, `${locked ? 'Unlocked' : 'Locked'} ${name}`))}
      />
      <IconButton icon="pencil" size="small" label={`Rename ${name}`} disabledReason={reason} onPress={onRename} />
      <IconButton
        icon="trash-2"
        size="small"
        label={`Delete ${name}`}
        disabledReason={reason}
        onPress={() => void remove()}
      />
    </div>
  );
}

function RenameDialog({ view, onClose }: { readonly view: View; readonly onClose: () => void }) {
  const { change, patched } = useViewChange();
  const state = useForm({
    initial: { name: view.name },
    shown: (at) => at === 'name',
    send: async ({ name }) => {
      await change(patched(view, { name }, `Renamed ${view.name} to ${name}`));
      onClose();
    },
  });
  return (
    <FormDialog title="Rename the view" save="Rename" size="small" state={state} onClose={onClose}>
      <NameField state={state} />
    </FormDialog>
  );
}

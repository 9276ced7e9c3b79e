import { Button, EmptyState, IconButton, Menu, Tag } from '@cubit/web-kit';
import { ColorField, Select } from '@cubit/web-kit/forms';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useState } from 'react';
import {
  type Column,
  FormDialog,
  NameField,
  ResourceTable,
  RoleNote,
  SettingsSection,
  useAsk,
  useForm,
  useList,
  useRole,
} from '../parts/index.js';
import styles from '../parts/parts.module.css';

interface TagItem {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly count: number;
}

type Open = { readonly tag: TagItem | undefined; readonly form: 'edit' | 'merge' };

/** The tags of the workspace with how many records have them. */
export function TagsSettings() {
  const { path } = useWorkspace();
  const { can } = useRole();
  const list = useList<TagItem>(path('/tags'), { query: { limit: 200 } });
  const [open, setOpen] = useState<Open>();
  const [question, remove] = useRemove();
  const member = can('member');
  const columns: readonly Column<TagItem>[] = [
    {
      id: 'name',
      title: 'Tag',
      cell: ({ name, color }) => (
        <span className={styles.person}>
          <svg width="10" height="10" aria-hidden="true">
            <circle cx="5" cy="5" r="5" fill={color} />
          </svg>
          <Tag>{name}</Tag>
        </span>
      ),
    },
    { id: 'count', title: 'Records', numeric: true, fit: true, cell: ({ count }) => count.toLocaleString('en') },
    ...(member
      ? [
          {
            id: 'actions',
            title: 'Actions',
            actions: true,
            cell: (tag: TagItem) => <TagMenu tag={tag} onOpen={setOpen} onRemove={remove} />,
          },
        ]
      : []),
  ];
  const create = () => setOpen({ tag: undefined, form: 'edit' });
  return (
    <>
      <RoleNote least="member" what="change tags" />
      <SettingsSection
        hideTitle
        title="Tags"
        actions={
          member && (
            <Button variant="primary" icon="plus" onPress={create}>
              New tag
            </Button>
          )
        }
      >
        <ResourceTable
          label="Tags"
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon="tag"
              title="No tags yet"
              action={member && <Button onPress={create}>Create a tag</Button>}
            >
              A tag groups records of all kinds; it also comes to be when a record first gets it.
            </EmptyState>
          }
        />
      </SettingsSection>
      {open?.form === 'edit' && <TagDialog tag={open.tag} onClose={() => setOpen(undefined)} />}
      {open?.form === 'merge' && open.tag && (
        <MergeDialog tag={open.tag} all={list.rows ?? []} onClose={() => setOpen(undefined)} />
      )}
      {question}
    </>
  );
}

interface TagMenuProps {
  readonly tag: TagItem;
  readonly onOpen: (open: Open) => void;
  readonly onRemove: (tag: TagItem) => void;
}

function TagMenu({ tag, onOpen, onRemove }: TagMenuProps) {
  return (
    <Menu
      label={`Tag ${tag.name}`}
      placement="bottom end"
      trigger={<IconButton size="small" icon="ellipsis" label={`More for ${tag.name}`} />}
      entries={[
        { id: 'edit', title: 'Rename or recolour', icon: 'pencil', onSelect: () => onOpen({ tag, form: 'edit' }) },
        { id: 'merge', title: 'Merge into…', icon: 'merge', onSelect: () => onOpen({ tag, form: 'merge' }) },
        { id: 'delete', title: 'Delete', icon: 'trash-2', danger: true, onSelect: () => onRemove(tag) },
      ]}
    />
  );
}

function useRemove() {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const [question, ask] = useAsk();
  const base = path('/tags');
  const remove = ({ id, name, count }: TagItem) =>
    ask({
      title: `Delete the tag ${name}?`,
      text: count === 0 ? 'No record has it.' : `It is removed from ${count} records. This cannot be undone.`,
      confirm: 'Delete tag',
      run: () => attempt({ run: () => api.delete(`${base}/${id}`), done: `Deleted the tag ${name}`, refresh: [base] }),
    });
  return [question, remove] as const;
}

function TagDialog({ tag, onClose }: { readonly tag: TagItem | undefined; readonly onClose: () => void }) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { change } = useChanges();
  const base = path('/tags');
  const state = useForm({
    initial: { name: tag?.name ?? '', color: tag?.color ?? '' },
    shown: (at) => at === 'name' || at === 'color',
    send: async ({ name, color }) => {
      const body = { name: name.trim(), ...(color !== '' && { color }) };
      await change({
        run: () => (tag ? api.patch<TagItem>(`${base}/${tag.id}`, body) : api.post<TagItem>(base, body)),
        undo: ({ id }) =>
          tag ? api.patch(`${base}/${id}`, { name: tag.name, color: tag.color }) : api.delete(`${base}/${id}`),
        done: tag ? `Changed the tag ${tag.name}` : `Created the tag ${body.name}`,
        refresh: [base],
      });
      onClose();
    },
  });
  return (
    <FormDialog
      title={tag ? `Tag ${tag.name}` : 'New tag'}
      save={tag ? 'Save tag' : 'Create tag'}
      size="small"
      state={state}
      onClose={onClose}
    >
      <NameField state={state} />
      <ColorField
        label="Colour"
        value={state.values.color}
        onChange={(color) => state.set('color', color)}
        error={state.fault('color')}
      />
    </FormDialog>
  );
}

interface MergeDialogProps {
  readonly tag: TagItem;
  readonly all: readonly TagItem[];
  readonly onClose: () => void;
}

function MergeDialog({ tag, all, onClose }: MergeDialogProps) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { change } = useChanges();
  const base = path('/tags');
  const choices = all.filter(({ id }) => id !== tag.id).map(({ id, name }) => ({ id, title: name }));
  const state = useForm<{ into: string | undefined }>({
    initial: { into: undefined },
    shown: (at) => at === 'into',
    send: async ({ into }) => {
      const title = choices.find(({ id }) => id === into)?.title ?? '';
      await change({
        run: () => api.post(`${base}/${tag.id}/merge`, { into }),
        done: `Merged ${tag.name} into ${title}`,
        refresh: [base],
      });
      onClose();
    },
  });
  return (
    <FormDialog title={`Merge ${tag.name}`} save="Merge tags" size="small" state={state} onClose={onClose}>
      <p>
        {`${tag.count} records get the other tag in place of ${tag.name}, which is deleted. This cannot be undone.`}
      </p>
      <Select
        label="Into"
        required
        value={state.values.into}
        choices={choices}
        onChange={(into) => state.set('into', into)}
        error={state.fault('into')}
      />
    </FormDialog>
  );
}

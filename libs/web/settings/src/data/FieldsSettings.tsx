import { Button, EmptyState, IconButton, Status } from '@cubit/web-kit';
import { Select } from '@cubit/web-kit/forms';
import { queryKeys, useApp, useSearchParams, useSetSearch, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, ResourceTable, RoleNote, SettingsSection, useAsk, useList, useRole } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import { type FieldDefinition, TYPE_CHOICES } from './field-types.js';
import { FieldDialog } from './FieldDialog.js';

/** The custom fields of one kind or of all. */
export function FieldsSettings() {
  const { ui, path, kind: kindOf } = useWorkspace();
  const { kind } = useSearchParams();
  const setSearch = useSetSearch();
  const { admin } = useRole();
  const list = useList<FieldDefinition>(path('/field-definitions'), { query: { kind } });
  const [editing, setEditing] = useState<FieldDefinition | 'new'>();
  const [question, actions] = useActions(setEditing);
  const kinds = ui.kinds.map(({ id, plural }) => ({ id, title: plural }));
  const columns: readonly Column<FieldDefinition>[] = [
    {
      id: 'title',
      title: 'Field',
      cell: ({ title, name }) => (
        <span className={styles.cellMain}>
          <span>{title}</span>
          <code className={styles.mono}>{name}</code>
        </span>
      ),
    },
    { id: 'kind', title: 'Of', cell: ({ kind: id }) => kindOf(id)?.plural ?? id },
    { id: 'type', title: 'Type', cell: (field) => typeText(field, kindOf(field.target_kind ?? '')?.title) },
    { id: 'rules', title: 'Rules', cell: rulesOf },
    ...(admin ? [{ id: 'actions', title: 'Actions', actions: true, cell: actions }] : []),
  ];
  const add = (
    <Button variant="primary" icon="plus" onPress={() => setEditing('new')}>
      Add field
    </Button>
  );
  return (
    <>
      <RoleNote what="add and change custom fields" />
      <SettingsSection hideTitle title="Fields" actions={admin && add}>
        <div className={styles.filters}>
          <Select
            label="Kind"
            compact
            placeholder="All kinds"
            value={kind}
            choices={kinds}
            onChange={(id) => setSearch({ kind: id })}
          />
        </div>
        <ResourceTable
          label="Custom fields"
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon="columns-3"
              title="No custom fields yet"
              action={admin && <Button onPress={() => setEditing('new')}>Add a field</Button>}
            >
              A custom field holds what your workshop wants to know beyond the fields of a module; lists filter and sort
              by it.
            </EmptyState>
          }
        />
      </SettingsSection>
      {editing !== undefined && (
        <FieldDialog
          field={editing === 'new' ? undefined : editing}
          kind={kind}
          onClose={() => setEditing(undefined)}
        />
      )}
      {question}
    </>
  );
}

function useActions(onEdit: (field: FieldDefinition) => void) {
  const { api } = useApp();
  const { path, slug } = useWorkspace();
  const queries = useQueryClient();
  const { attempt } = useChanges();
  const [question, ask] = useAsk();
  const base = path('/field-definitions');
  const changed = () => queries.invalidateQueries({ queryKey: queryKeys.ui(slug) });
  const remove = (field: FieldDefinition) =>
    attempt({
      run: async () => (await api.delete(`${base}/${field.id}`), await changed()),
      // A definition of the same name shows the hidden values again.
      undo: async () => (await api.post(base, definitionOf(field)), await changed()),
      done: `Deleted the field ${field.title}`,
      refresh: [base],
    });
  const actions = (field: FieldDefinition) => (
    <div className={styles.actions}>
      <IconButton icon="pencil" size="small" label={`Edit ${field.title}`} onPress={() => onEdit(field)} />
      <IconButton
        icon="trash-2"
        size="small"
        label={`Delete ${field.title}`}
        onPress={() =>
          ask({
            title: `Delete the field ${field.title}?`,
            text: 'Its values are hidden in all records. A new field of the same name shows them again.',
            confirm: 'Delete field',
            run: () => remove(field),
          })
        }
      />
    </div>
  );
  return [question, actions] as const;
}

function definitionOf(field: FieldDefinition): Record<string, unknown> {
  const { kind, name, type, title, required, options, target_kind, on_delete, unit, help, position, indexed, unique } =
    field;
  const all = {
    kind,
    name,
    type,
    title,
    required,
    options,
    target_kind,
    on_delete,
    unit,
    help,
    position,
    indexed,
    unique,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function typeText({ type, unit, options }: FieldDefinition, target: string | undefined): string {
  const title = TYPE_CHOICES.find(({ id }) => id === type)?.title ?? type;
  if (options) return `${title}: ${options.join(', ')}`;
  if (target !== undefined) return `${title}: ${target}`;
  return unit === null ? title : `${title}, ${unit}`;
}

function rulesOf({ required, unique, indexed, index }: FieldDefinition) {
  const rules = [required && 'Required', unique && 'Unique', indexed && !unique && 'Indexed']
    .filter(Boolean)
    .join(', ');
  return (
    <>
      {rules}
      {index && !index.ready && <Status tone="info">Building the index</Status>}
    </>
  );
}

import type { CubitRecord, UiField, UiKind } from '@cubit/web-client';
import { Disclosure, RelativeTime } from '@cubit/web-kit';
import { TagField } from '@cubit/web-kit/forms';
import { useRecordChanges } from '../app/record-changes.js';
import { useTagNames } from '../app/tags.js';
import { useChanges } from '../app/use-changes.js';
import { useMembers } from '../cells/use-members.js';
import { applies } from '../forms/model/condition.js';
import { groupFields } from '../forms/model/groups.js';
import { FormProvider } from '../forms/dialogs/CreateDialog.js';
import { FieldRow } from './FieldRow.js';
import styles from './record.module.css';

export interface RecordFieldsProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  /** Level of the headings of groups: 3 below the heading of a peek. Default: 2. */
  readonly level?: 2 | 3;
}

/** The fields of a record in their groups, each edited in place. */
export function RecordFields({ kind, record, level = 2 }: RecordFieldsProps) {
  const shown = kind.fields.filter(
    ({ ui }) => !ui.hidden && (ui.visible === undefined || applies(ui.visible, record.fields)),
  );
  return (
    <FormProvider>
      <div className={styles.groups}>
        {groupFields(shown, kind.ui.form).map((group) => (
          <FieldGroup key={group.title ?? ''} {...{ group, kind, record, level }} />
        ))}
        <Tags record={record} canWrite={kind.can.update} />
        <Origin record={record} />
      </div>
    </FormProvider>
  );
}

interface FieldGroupProps extends RecordFieldsProps {
  readonly group: { readonly title: string | null; readonly fields: readonly UiField[]; readonly collapsed: boolean };
}

function FieldGroup({ group, kind, record, level }: FieldGroupProps) {
  // What only modules write and has no value yet says nothing.
  const fields = group.fields.filter(({ name, read_only: readOnly }) => !readOnly || !isMissing(record.fields[name]));
  if (fields.length === 0) return null;
  const list = (
    <div className={styles.fields}>
      {fields.map((field) => (
        <FieldRow key={field.name} {...{ kind, record, field }} />
      ))}
    </div>
  );
  if (group.title === null) return list;
  return (
    <Disclosure title={group.title} defaultOpen={!group.collapsed} level={level}>
      {list}
    </Disclosure>
  );
}

const isMissing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function Tags({ record, canWrite }: { readonly record: CubitRecord; readonly canWrite: boolean }) {
  const changes = useRecordChanges();
  const { fail } = useChanges();
  const suggestions = useTagNames();
  const change = (tags: readonly string[]) =>
    void changes.update(record, { tags }, { text: `Changed tags of “${record.title}”` }).catch(fail);
  return (
    <TagField
      value={record.tags}
      readOnly={!canWrite || record.deleted_at !== null}
      onChange={change}
      suggestions={suggestions}
    />
  );
}

function Origin({ record }: { readonly record: CubitRecord }) {
  const members = useMembers();
  const author = record.created_by === null ? undefined : members.get(record.created_by)?.name;
  return (
    <p className={styles.origin}>
      Created <RelativeTime at={record.created_at} />
      {author !== undefined && ` by ${author}`}, changed <RelativeTime at={record.updated_at} />, version{' '}
      {record.version}
    </p>
  );
}

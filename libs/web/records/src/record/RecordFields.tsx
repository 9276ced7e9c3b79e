import { type CubitRecord, hasDraft, type UiField, type UiKind } from '@cubit/web-client';
import { Button, Disclosure, Panel, RelativeTime } from '@cubit/web-kit';
import { TagField } from '@cubit/web-kit/forms';
import { lazy, Suspense, useState } from 'react';
import { useRecordChanges } from '../app/record-changes.js';
import { useTagNames } from '../app/tags.js';
import { useWorkspace } from '../app/workspace-context.js';
import { useChanges } from '../app/use-changes.js';
import { isEmpty } from '../forms/model/encode.js';
import { type Entry, isListOfEntries } from '../cells/entry-columns.js';
import { useMembers } from '../cells/use-members.js';
import { groupFields } from '../forms/model/groups.js';
import { FormProvider } from '../forms/dialogs/CreateDialog.js';
import { arrangeFields, fieldDraftKey } from './facts.js';
import { FieldRow } from './FieldRow.js';
import styles from './record.module.css';

/** Few kinds have lists of objects. */
const EntriesTable = lazy(async () => ({ default: (await import('./EntriesTable.js')).EntriesTable }));

export interface RecordFieldsProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  /** Level of the headings of groups: 3 below the heading of a peek. Default: 2. */
  readonly level?: 2 | 3;
  /** Without the values that the page shows before all others. */
  readonly withoutLead?: boolean;
}

/** The fields of a record in their groups, each edited in place. Those without a value wait below them. */
export function RecordFields({ kind, record, level = 2, withoutLead = false }: RecordFieldsProps) {
  const { slug } = useWorkspace();
  const [added, setAdded] = useState<readonly string[]>(() => {
    return kind.fields.filter((field) => hasDraft(fieldDraftKey(slug, record, field))).map(({ name }) => name);
  });
  const { rows, empty } = arrangeFields({ kind, record, added });
  const hasValue = ({ name }: UiField) => !isEmpty(record.fields[name]);
  const groups = groupFields(rows, kind.ui.form)
    .map((group) => {
      const isElsewhere = withoutLead && group.lead ? hasValue : () => false;
      return { ...group, fields: group.fields.filter((field) => !isElsewhere(field)) };
    })
    .filter(({ fields }) => fields.length > 0);
  return (
    <FormProvider>
      <div className={styles.groups}>
        {groups.map(({ title, collapsed, fields }) => {
          const list = <FieldList key="" {...{ kind, record, fields, added }} />;
          if (title === null) return list;
          const isOpen = !collapsed || fields.some(({ name }) => added.includes(name));
          return (
            // Another key opens a group to which a field was added.
            <Disclosure key={`${title} ${isOpen}`} title={title} defaultOpen={isOpen} level={level}>
              {list}
            </Disclosure>
          );
        })}
        {empty.length > 0 && <AddField fields={empty} level={level} onAdd={(name) => setAdded([...added, name])} />}
        {(record.tags.length > 0 || canWrite(kind, record)) && (
          <Tags record={record} canWrite={canWrite(kind, record)} />
        )}
        <Origin record={record} />
      </div>
    </FormProvider>
  );
}

/** The groups that come before all others, for the head of a page. */
export function LeadFields({ kind, record }: Pick<RecordFieldsProps, 'kind' | 'record'>) {
  const { rows } = arrangeFields({ kind, record });
  return groupFields(rows, kind.ui.form)
    .filter(({ lead }) => lead)
    .map(({ title, fields }) => (
      <FormProvider key={title}>
        <LeadGroup title={title ?? ''} {...{ kind, record, fields }} />
      </FormProvider>
    ));
}

/** A list of objects stands there whole, as a table; one beside other values is a panel of its own. */
function LeadGroup({ title, kind, record, fields }: FieldListProps & { readonly title: string }) {
  const isTable = (field: UiField) => isListOfEntries(field, record.fields[field.name]);
  const lists = fields.filter(isTable);
  const others = fields.filter((field) => !isTable(field));
  return (
    <>
      {lists.map((field, index) => {
        const entries = record.fields[field.name] as readonly Entry[];
        return (
          <Panel key={field.name} title={index === 0 ? title : field.title} count={entries.length} flush>
            <Suspense>
              <EntriesTable {...{ kind, field, entries }} />
            </Suspense>
          </Panel>
        );
      })}
      {others.length > 0 && (
        <Panel title={lists.length === 0 ? title : `${title}, more`}>
          <FieldList {...{ kind, record, fields: others }} />
        </Panel>
      )}
    </>
  );
}

interface FieldListProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  readonly fields: readonly UiField[];
  readonly added?: readonly string[];
}

function FieldList({ kind, record, fields, added = [] }: FieldListProps) {
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <FieldRow
          key={field.name}
          {...{ kind, record, field }}
          editing={added.at(-1) === field.name && isEmpty(record.fields[field.name])}
        />
      ))}
    </div>
  );
}

interface AddFieldProps {
  readonly fields: readonly UiField[];
  readonly level: 2 | 3;
  readonly onAdd: (name: string) => void;
}

/** A button for each field without a value. It opens the editor in the place of the field. */
function AddField({ fields, level, onAdd }: AddFieldProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={styles.empty}>
      <Heading className={styles.emptyTitle}>Add a field</Heading>
      <div className={styles.emptyFields}>
        {fields.map(({ name, title }) => (
          <span key={name} data-drive={`field:${name}`}>
            <Button size="small" variant="quiet" icon="plus" label={`Add ${title}`} onPress={() => onAdd(name)}>
              {title}
            </Button>
          </span>
        ))}
      </div>
    </section>
  );
}

const canWrite = ({ can }: UiKind, { deleted_at: deleted }: CubitRecord) => can.update && deleted === null;

function Tags({ record, canWrite }: { readonly record: CubitRecord; readonly canWrite: boolean }) {
  const changes = useRecordChanges();
  const { fail } = useChanges();
  const suggestions = useTagNames();
  const change = (tags: readonly string[]) =>
    void changes.update(record, { tags }, { text: `Changed tags of “${record.title}”` }).catch(fail);
  return <TagField value={record.tags} readOnly={!canWrite} onChange={change} suggestions={suggestions} />;
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

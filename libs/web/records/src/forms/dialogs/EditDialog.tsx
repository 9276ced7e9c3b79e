import { ChangedSince, type CubitRecord, type UiKind } from '@cubit/web-client';
import { Button } from '@cubit/web-kit';
import { TagField } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { useRecordChanges } from '../../app/record-changes.js';
import { useTagNames } from '../../app/tags.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { patchOf } from '../model/encode.js';
import { same } from '../model/merge-patch.js';
import { type FormField, fieldsOfKind } from '../model/form-field.js';
import type { Values } from '../model/condition.js';
import { SchemaForm } from '../SchemaForm.js';
import { useDraft } from '../use-draft.js';
import { Conflict, type ConflictingValue, conflictsOf } from './Conflict.js';
import { FormProvider } from './CreateDialog.js';
import { FormDialog } from './FormDialog.js';
import { useSchemaForm } from './use-schema-form.js';

export interface EditDialogProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSaved?: (record: CubitRecord) => void;
}

/** Edits all fields of a record. Where another person was faster, both values are shown. */
export function EditDialog(props: EditDialogProps) {
  return props.open ? (
    <FormProvider>
      <OpenEditDialog {...props} />
    </FormProvider>
  ) : null;
}

const TAGS = '$tags';
/** The record that the person saw, of which another version may be there when the draft is opened again. */
const BASE = '$base';

function OpenEditDialog({ kind, record, onClose, onSaved }: EditDialogProps) {
  const { slug } = useWorkspace();
  const [fields] = useState(() => fieldsOfKind(kind, false));
  const draft = useDraft<Values>(`${slug}:edit:${record.id}`, () => ({
    ...plainFields(record),
    [TAGS]: record.tags,
    [BASE]: record,
  }));
  const { values } = draft;
  const { save, base, conflicts, takeTheirs } = useSaving({
    ...{ fields, values },
    onChange: draft.change,
    onSaved: (saved) => {
      draft.forget();
      onClose();
      onSaved?.(saved);
    },
  });
  const { form, faults, message, pending, submit } = useSchemaForm({ fields, values, base: '/fields', send: save });
  return (
    <FormDialog
      open
      title={`Edit ${record.title}`}
      verb="Save"
      onClose={onClose}
      draft={draft}
      pending={pending}
      message={message}
      formRef={form}
      onSubmit={submit}
      size="large"
      drive={`edit:${kind.id}`}
    >
      {conflicts.length > 0 && (
        <Conflict conflicts={conflicts} kind={kind} fields={base.fields}>
          <Button variant="primary" onPress={submit}>
            Keep mine
          </Button>
          <Button onPress={takeTheirs}>Use theirs</Button>
        </Conflict>
      )}
      <SchemaForm
        fields={fields}
        groups={kind.ui.form}
        value={values}
        onChange={draft.change}
        faults={faults}
        about={base.fields}
        kind={kind}
        autoFocus={fields[0]?.name}
      />
      <TagField
        value={(values[TAGS] as readonly string[] | undefined) ?? []}
        onChange={(next) => draft.change({ ...values, [TAGS]: next })}
        suggestions={useTagNames()}
      />
    </FormDialog>
  );
}

interface SavingOptions {
  readonly fields: readonly FormField[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  readonly onSaved: (record: CubitRecord) => void;
}

/** Saves what differs. Where the record has changed since, only fields that both changed are a conflict. */
function useSaving({ fields, values, onChange, onSaved }: SavingOptions) {
  const changes = useRecordChanges();
  // Live changes of the record are no changes of this person.
  const base = values[BASE] as CubitRecord;
  const [theirs, setTheirs] = useState<CubitRecord>();
  const [conflicts, setConflicts] = useState<readonly ConflictingValue[]>([]);
  const saveFrom = async (from: CubitRecord): Promise<void> => {
    const patch = patchOf(fields, plainFields(base), values);
    const tags = (values[TAGS] as readonly string[] | undefined) ?? [];
    const newTags = same(tags, base.tags) ? {} : { tags };
    if (Object.keys(patch).length === 0 && !('tags' in newTags)) return onSaved(from);
    try {
      onSaved(await changes.update(from, { fields: patch, ...newTags }));
    } catch (error) {
      if (!(error instanceof ChangedSince)) throw error;
      const found = conflictsOf(fields, { base, mine: { ...plainFields(base), ...patch }, theirs: error.now });
      setTheirs(error.now);
      setConflicts(found);
      // Tags have no row there: the message names them.
      if (found.length === 0) throw error;
    }
  };
  const takeTheirs = () => {
    if (!theirs) return;
    const taken = Object.fromEntries(conflicts.map(({ field }) => [field.name, theirs.fields[field.name]]));
    onChange({ ...values, ...unchanged(fields, { base, theirs, values }), ...taken, [BASE]: theirs });
    setTheirs(undefined);
    setConflicts([]);
  };
  return { save: () => saveFrom(theirs ?? base), base, conflicts, takeTheirs };
}

/** Values of fields that this person has not changed, as they are now. */
function unchanged(
  fields: readonly FormField[],
  { base, theirs, values }: { readonly base: CubitRecord; readonly theirs: CubitRecord; readonly values: Values },
): Values {
  const untouched = fields.filter(({ name }) => same(values[name], base.fields[name]));
  return Object.fromEntries(untouched.map(({ name }) => [name, theirs.fields[name]]));
}

/** The fields of a record with references as ids. */
export function plainFields({ fields }: CubitRecord): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isExpanded(value) ? value.id : value]),
  );
}

function isExpanded(value: unknown): value is CubitRecord {
  return typeof value === 'object' && value !== null && 'id' in value && 'fields' in value;
}

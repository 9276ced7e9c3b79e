import type { CubitRecord } from '@cubit/web-client';
import { TagField } from '@cubit/web-kit/forms';
import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import { useRecordChanges } from '../../app/record-changes.js';
import { useWorkspace } from '../../app/workspace-context.js';
import type { ControlProps } from '../controls/control-props.js';
import { FieldControl } from '../controls/FieldControl.js';
import { type CreateDialogProps, NestedFormsProvider } from '../controls/nested-forms.js';
import { isFilled } from '../controls/unit.js';
import { fieldsOfKind } from '../model/form-field.js';
import type { Values } from '../model/condition.js';
import { SchemaForm } from '../SchemaForm.js';
import { useDraft } from '../use-draft.js';
import { useTagNames } from '../../app/tags.js';
import { FormDialog } from './FormDialog.js';
import { useSchemaForm } from './use-schema-form.js';

export type { CreateDialogProps };

/** Creates a record of a kind; opened by `?new=1` on its list. */
export function CreateDialog(props: CreateDialogProps) {
  return props.open ? (
    <FormProvider>
      <OpenCreateDialog key={props.kind.id} {...props} />
    </FormProvider>
  ) : null;
}

export interface FormProviderProps {
  readonly children: ReactNode;
  /** Draws every field in place of `FieldControl`. */
  readonly control?: ComponentType<ControlProps>;
}

/** Around every `SchemaForm`: what its controls open. */
export function FormProvider({ children, control = FieldControl }: FormProviderProps) {
  const forms = useMemo(() => ({ FieldControl: control, CreateDialog }), [control]);
  return <NestedFormsProvider value={forms}>{children}</NestedFormsProvider>;
}

const TAGS = '$tags';

function OpenCreateDialog({ kind, onClose, initial = {}, onCreated }: CreateDialogProps) {
  const { slug } = useWorkspace();
  const changes = useRecordChanges();
  const [fields] = useState(() => fieldsOfKind(kind, true));
  const draft = useDraft<Values>(`${slug}:new:${kind.id}:${JSON.stringify(initial)}`, () => ({
    ...defaultsOf(fields),
    ...initial,
  }));
  const { values } = draft;
  const tags = (values[TAGS] as readonly string[] | undefined) ?? [];
  const send = async (encoded: Values, key: string) => {
    const record: CubitRecord = await changes.create(
      kind.id,
      { fields: encoded, ...(tags.length > 0 && { tags }) },
      key,
    );
    draft.forget();
    onClose();
    onCreated?.(record);
  };
  const { form, faults, message, pending, submit } = useSchemaForm({ fields, values, base: '/fields', send });
  const title = `New ${kind.title.toLowerCase()}`;
  return (
    <FormDialog
      open
      {...{ title }}
      verb={`Create ${kind.title.toLowerCase()}`}
      onClose={onClose}
      draft={draft}
      pending={pending}
      message={message}
      formRef={form}
      onSubmit={submit}
      size={fields.length > MANY_FIELDS ? 'large' : 'medium'}
      drive={`new:${kind.id}`}
    >
      <SchemaForm
        fields={fields}
        kind={kind}
        groups={kind.ui.form}
        value={values}
        onChange={draft.change}
        faults={faults}
        autoFocus={fields.find(({ required, name }) => required && !isFilled(values[name]))?.name ?? fields[0]?.name}
      />
      <TagField
        value={tags}
        onChange={(next) => draft.change({ ...values, [TAGS]: next })}
        suggestions={useTagNames()}
      />
    </FormDialog>
  );
}

const MANY_FIELDS = 8;

/** What the server would take where nothing is given, so that the form shows it. */
export function defaultsOf(fields: ReturnType<typeof fieldsOfKind>): Values {
  const given = fields.filter(({ schema }) => schema.default !== undefined && !Array.isArray(schema.default));
  return Object.fromEntries(given.map(({ name, schema }) => [name, schema.default]));
}

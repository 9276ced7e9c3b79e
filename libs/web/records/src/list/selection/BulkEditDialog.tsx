import type { UiKind } from '@cubit/web-client';
import { Button, Dialog } from '@cubit/web-kit';
import { Form, Select } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { useSubmit } from '../../app/use-submit.js';
import { FieldControl } from '../../forms/controls/FieldControl.js';
import { FormMessage } from '../../forms/dialogs/FormDialog.js';
import { checkValues } from '../../forms/model/faults.js';
import { fieldOfList } from '../edit/field-of-list.js';
import { sentValue } from '../edit/sent-value.js';
import { isEditable } from '../edit/is-editable.js';
import { recordFields } from '../model/columns.js';
import type { BulkRun } from './use-bulk.js';
import styles from './BulkDialog.module.css';

export interface BulkEditDialogProps {
  readonly kind: UiKind;
  /** `Edit 12 parts` */
  readonly title: string;
  /** The name of the field that is chosen at first. */
  readonly initial: string | undefined;
  /** Throws what is refused of the value. */
  readonly onStart: (run: BulkRun) => Promise<void>;
  readonly onClose: () => void;
}

/** One field and its value for all selected records. */
export function BulkEditDialog({ kind, title, initial, onStart, onClose }: BulkEditDialogProps) {
  const fields = [...kind.fields, ...recordFields()].filter(
    (field) => field.ui.hidden !== true && isEditable(kind, field),
  );
  const [name, setName] = useState(initial);
  const [value, setValue] = useState<unknown>();
  // A field that nobody chose is not emptied by Enter.
  const [isUntouched, setUntouched] = useState(initial !== undefined);
  const chosen = fields.find((each) => each.name === name);
  const field = chosen && fieldOfList(kind, chosen);
  const isTags = chosen?.type === 'tags';
  const { form, faults, message, pending, submit } = useSubmit({
    base: isTags ? '' : '/fields',
    shown: name === undefined ? [] : [name],
    check: () => (field ? checkValues([field], { [field.name]: value }) : {}),
    send: async () => {
      if (!field) return;
      const sent = sentValue(field, value);
      const body = isTags ? { tags: sent ?? [] } : { fields: { [field.name]: sent } };
      const done = (records: string) => `${records} changed`;
      await onStart({ operation: { type: 'update', field: field.name, body }, done });
      onClose();
    },
  });
  const footer = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button
        variant="primary"
        pending={pending}
        disabledReason={!field ? 'Choose a field first.' : isUntouched ? 'Enter a value first.' : undefined}
        onPress={submit}
      >
        {title}
      </Button>
    </>
  );
  return (
    <Dialog open size="small" title={title} onClose={onClose} footer={footer} dismissable={false}>
      <Form ref={form} label={title} onSubmit={isUntouched ? () => undefined : submit}>
        <FormMessage message={message} />
        <Select
          label="Field"
          required
          autoFocus={initial === undefined}
          value={name}
          choices={fields.map((each) => ({ id: each.name, title: each.title }))}
          onChange={(next) => {
            setName(next);
            setValue(undefined);
            setUntouched(false);
          }}
        />
        {field && (
          <FieldControl
            key={field.name}
            density="cell"
            autoFocus={field.name === initial}
            field={field}
            value={value}
            onChange={(next) => {
              setValue(next);
              setUntouched(false);
            }}
            path={`/${field.name}`}
            faults={faults}
            siblings={{}}
          />
        )}
        {field && !field.required && <p className={styles.hint}>An empty value empties the field.</p>}
        {/* Enter in a field needs a submit button in the form. */}
        <button type="submit" hidden />
      </Form>
    </Dialog>
  );
}

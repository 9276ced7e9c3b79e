import type { UiKind } from '@cubit/web-client';
import { Button, Dialog } from '@cubit/web-kit';
import { Select } from '@cubit/web-kit/forms';
import { useState } from 'react';
import type { ShownField } from '../../cells/index.js';
import { FieldInput, isEditable } from '../edit/FieldInput.js';
import { recordFields } from '../model/columns.js';
import { sentValue } from '../edit/sent-value.js';
import type { BulkRun } from './use-bulk.js';
import styles from './BulkDialog.module.css';

export interface BulkEditDialogProps {
  readonly kind: UiKind;
  /** `Edit 12 parts` */
  readonly title: string;
  readonly onRun: (run: BulkRun) => Promise<boolean>;
  readonly onClose: () => void;
}

/** One field and its value for all selected records. */
export function BulkEditDialog({ kind, title, onRun, onClose }: BulkEditDialogProps) {
  const fields = [...kind.fields, ...recordFields()].filter(
    (field) => field.ui.hidden !== true && isEditable(kind, field),
  );
  const [name, setName] = useState<string>();
  const [value, setValue] = useState<unknown>(null);
  const field = fields.find((each) => each.name === name);
  const save = () => {
    if (!field) return;
    onClose();
    void onRun({ operation: { type: 'update', field: field.name, body: bodyOf(field, value) }, verb: 'changed' });
  };
  const footer = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" disabledReason={field ? undefined : 'Choose a field first.'} onPress={save}>
        {title}
      </Button>
    </>
  );
  return (
    <Dialog open size="small" title={title} onClose={onClose} footer={footer} dismissable={false}>
      <div className={styles.form}>
        <Select
          label="Field"
          required
          autoFocus
          value={name}
          choices={fields.map((each) => ({ id: each.name, title: each.title }))}
          onChange={(next) => {
            setName(next);
            setValue(null);
          }}
        />
        {field && (
          <FieldInput key={field.name} kind={kind} field={field} value={value} onChange={setValue} onEnter={save} />
        )}
        {field && !field.required && <p className={styles.hint}>An empty value empties the field.</p>}
      </div>
    </Dialog>
  );
}

function bodyOf(field: ShownField, value: unknown): object {
  if (field.type === 'tags') return { tags: value ?? [] };
  return { fields: { [field.name]: sentValue(field, value) } };
}

import type { Schema, UiAction, UiField, UiKind } from '@cubit/web-client';
import { fieldTypeOf } from '@cubit/web-contract';
import { Button, Dialog } from '@cubit/web-kit';
import { useState } from 'react';
import { prefilled } from '../../forms/dialogs/prefill.js';
import { FieldInput } from '../edit/FieldInput.js';
import { sentValue } from '../edit/sent-value.js';
import type { BulkRun } from './use-bulk.js';
import styles from './BulkDialog.module.css';

export interface BulkActionDialogProps {
  readonly action: UiAction;
  readonly kind: UiKind;
  /** `12 parts` */
  readonly words: string;
  readonly onRun: (run: BulkRun) => Promise<boolean>;
  readonly onClose: () => void;
}

/** The input of an action for all selected records; the answer says which were skipped and why. */
export function BulkActionDialog({ action, kind, words, onRun, onClose }: BulkActionDialogProps) {
  const fields = inputFields(action);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => prefilled(action, undefined));
  const missing = fields.find(({ name, required }) => required && (values[name] ?? '') === '');
  const run = () => {
    if (missing) return;
    onClose();
    const given = fields.filter(({ name }) => (values[name] ?? '') !== '');
    const input = Object.fromEntries(given.map((field) => [field.name, sentValue(field, values[field.name])]));
    void onRun({ operation: { type: 'action', action: action.id, input }, verb: `done: ${action.title}` });
  };
  const footer = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button
        variant={action.ui.tone === 'danger' ? 'danger' : 'primary'}
        disabledReason={missing ? `${missing.title} is missing.` : undefined}
        onPress={run}
      >
        {action.title}
      </Button>
    </>
  );
  return (
    <Dialog open size="small" title={`${action.title}: ${words}`} onClose={onClose} footer={footer} dismissable={false}>
      <div className={styles.form}>
        {(action.ui.confirm ?? action.description) !== null && (
          <p className={styles.hint}>{action.ui.confirm ?? action.description}</p>
        )}
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            {...{ kind, field }}
            value={values[field.name] ?? null}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** Members of the input that one value can fill for all records. */
function inputFields({ input, ui }: UiAction): readonly UiField[] {
  const members = Object.entries(input.properties ?? {});
  const shown = members.filter(
    ([name, schema]) => ui.hidden?.includes(name) !== true && schema['x-ui']?.hidden !== true,
  );
  return shown.flatMap(([name, schema]) => {
    const required = input.required?.includes(name) === true;
    const isPlain = schema.type !== 'object' && schema.type !== 'array';
    return isPlain || required ? [fieldOf(name, schema, required)] : [];
  });
}

function fieldOf(name: string, schema: Schema, required: boolean): UiField {
  const type = fieldTypeOf(schema) ?? (schema.enum ? 'enum' : 'text');
  return {
    ...{ name, required, type, schema, title: schema.title ?? name, description: schema.description ?? null },
    ...{ read_only: false, fixed: false, sortable: false, custom: false, ui: schema['x-ui'] ?? {} },
  };
}

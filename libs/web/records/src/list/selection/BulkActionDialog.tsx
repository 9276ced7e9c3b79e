import type { UiAction } from '@cubit/web-client';
import { useState } from 'react';
import { doneOfMany } from '../../app/done-text.js';
import { ActionFormDialog } from '../../forms/dialogs/ActionFormDialog.js';
import { defaultsOf, FormProvider } from '../../forms/dialogs/CreateDialog.js';
import { prefilled } from '../../forms/dialogs/prefill.js';
import type { Values } from '../../forms/model/condition.js';
import { fieldsOfSchema } from '../../forms/model/form-field.js';
import type { BulkRun } from './use-bulk.js';

export interface BulkActionDialogProps {
  readonly action: UiAction;
  /** `12 parts` */
  readonly words: string;
  /** Throws what is refused of the input. */
  readonly onStart: (run: BulkRun) => Promise<void>;
  readonly onClose: () => void;
}

/** The input of an action for all selected records; the answer says which were skipped and why. */
export function BulkActionDialog({ action, words, onStart, onClose }: BulkActionDialogProps) {
  const fields = fieldsOfSchema(action.input, action.ui.hidden);
  const [values, setValues] = useState<Values>(() => ({ ...defaultsOf(fields), ...prefilled(action, undefined) }));
  const send = async (input: Values) => {
    const done = (records: string) => doneOfMany(action, { input, records });
    await onStart({ operation: { type: 'action', action: action.id, input }, done });
    onClose();
  };
  return (
    <FormProvider>
      <ActionFormDialog
        {...{ action, fields, values, send, onClose }}
        title={`${action.title}: ${words}`}
        onChange={setValues}
      />
    </FormProvider>
  );
}

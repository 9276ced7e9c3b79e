import { FormProvider } from '../forms/dialogs/CreateDialog.js';
import { EditableField } from './FieldRow.js';
import { RecordFacts, type RecordFactsProps } from './RecordFacts.js';

/** The facts of a record, each edited in place. */
export function EditableFacts(props: Pick<RecordFactsProps, 'kind' | 'record'>) {
  return (
    <FormProvider>
      <RecordFacts {...props} editable={EditableField} />
    </FormProvider>
  );
}

/** Forms from schemas, and the dialogs that create, edit and act. */
export { FieldControl } from './controls/FieldControl.js';
export type { ControlProps } from './controls/control-props.js';
export { useAnyRecordOptions, useRecordOptions } from './controls/record-options.js';
export { plainFields } from './dialogs/EditDialog.js';
export { ActionDialog, type ActionDialogProps } from './dialogs/ActionDialog.js';
export { CreateDialog, type CreateDialogProps, FormProvider } from './dialogs/CreateDialog.js';
export { EditDialog, type EditDialogProps } from './dialogs/EditDialog.js';
export { needsForm } from './dialogs/needs-form.js';
export { applies, type Values } from './model/condition.js';
export { encode, patchOf } from './model/encode.js';
export { checkValues } from './model/faults.js';
export { fieldOfKind, fieldOfSchema, type FormField, fieldsOfKind, fieldsOfSchema } from './model/form-field.js';
export { SchemaForm, type SchemaFormProps } from './SchemaForm.js';
export { useDraft } from './use-draft.js';

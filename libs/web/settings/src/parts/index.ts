/** Building blocks of the administration pages. */
export { NameField } from './NameField.js';
export { QueryState } from './QueryState.js';
export { type Column, ResourceTable } from './ResourceTable.js';
export { AdminOnly, ROLE_WORDS, RoleNote, useRole } from './role.js';
export { FormDialog, SavedForm } from './SavedForm.js';
export { faultsOf, isSecret, type Schema, SchemaFields, schemaDefaults, sentOf } from './SchemaFields.js';
export { SecretDialog } from './SecretDialog.js';
export { SettingsSection } from './SettingsSection.js';
export { StateFilter } from './StateFilter.js';
export { useAsk } from './use-ask.js';
export { type FormState, useForm } from './use-form.js';
export { type ListState, useItem, useItemEdit, useList, useLive } from './use-list.js';

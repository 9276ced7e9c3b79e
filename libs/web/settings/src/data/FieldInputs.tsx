import { Checkbox, FieldRow, Select, TagField, TextField } from '@cubit/web-kit/forms';
import { canBeUnique, canIndex, typeOfName } from '@cubit/web-contract';
import { useWorkspace } from '@cubit/web-records';
import type { FormState } from '../parts/index.js';
import { type FieldValues, hasOptions, hasTarget, hasUnit, nameFrom, TYPE_CHOICES } from './field-types.js';

export interface FieldFormValues extends FieldValues {
  readonly kind: string;
}

export interface FieldInputsProps {
  readonly state: FormState<FieldFormValues>;
  /** Kind and name can be chosen for new fields alone. */
  readonly isNew: boolean;
}

export function FieldInputs({ state, isNew }: FieldInputsProps) {
  const { ui } = useWorkspace();
  const { values, set, fault } = state;
  const setTitle = (title: string) => {
    const follows = isNew && (values.name === '' || values.name === nameFrom(values.title));
    state.replace({ ...values, title, ...(follows && { name: nameFrom(title) }) });
  };
  return (
    <>
      <FieldRow>
        <Select
          label="Kind"
          name="kind"
          required
          disabled={!isNew}
          value={values.kind || undefined}
          choices={ui.kinds.map(({ id, title }) => ({ id, title }))}
          onChange={(kind) => set('kind', kind ?? '')}
          error={fault('kind')}
        />
        <Select
          label="Type"
          name="type"
          required
          value={values.type}
          choices={TYPE_CHOICES}
          onChange={(type) => set('type', TYPE_CHOICES.find(({ id }) => id === type)?.id ?? 'text')}
          error={fault('type')}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Title"
          name="title"
          required
          autoFocus
          value={values.title}
          onChange={setTitle}
          error={fault('title')}
        />
        <TextField
          label="Name"
          name="name"
          required
          mono
          readOnly={!isNew}
          description="In filters, exports and the API."
          value={values.name}
          onChange={(name) => set('name', name)}
          error={fault('name')}
        />
      </FieldRow>
      <TypeInputs state={state} />
      <TextField
        label="Help"
        name="help"
        description="Below the input."
        value={values.help}
        onChange={(help) => set('help', help)}
        error={fault('help')}
      />
      <RuleInputs state={state} />
    </>
  );
}

/** What holds for every value. */
function RuleInputs({ state }: { readonly state: FormState<FieldFormValues> }) {
  const { values, set, fault } = state;
  const type = typeOfName(values.type);
  return (
    <>
      <Checkbox
        label="Required"
        name="required"
        description="New records need a value; older ones may lack it."
        value={values.required}
        onChange={(required) => set('required', required)}
        error={fault('required')}
      />
      {canIndex(type) && (
        <Checkbox
          label="Fast to filter and sort"
          name="indexed"
          description="Builds an index, for lists of many thousand records."
          value={values.indexed}
          onChange={(indexed) => set('indexed', indexed)}
          error={fault('indexed')}
        />
      )}
      {canBeUnique(type) && (
        <Checkbox
          label="Unique"
          name="unique"
          description="No two records may have the same value."
          value={values.unique}
          onChange={(unique) => set('unique', unique)}
          error={fault('unique')}
        />
      )}
    </>
  );
}

/** What only some types have: unit, options, the kind of the record. */
function TypeInputs({ state }: { readonly state: FormState<FieldFormValues> }) {
  const { ui } = useWorkspace();
  const { values, set, fault } = state;
  if (hasUnit(values.type))
    return (
      <TextField
        label="Unit"
        name="unit"
        value={values.unit}
        onChange={(unit) => set('unit', unit)}
        error={fault('unit')}
      />
    );
  if (hasOptions(values.type))
    return (
      <TagField
        label="Options"
        name="options"
        required
        placeholder="Add an option"
        description="Enter adds one."
        value={values.options}
        onChange={(options) => set('options', options)}
        error={fault('options')}
      />
    );
  if (!hasTarget(values.type)) return null;
  return (
    <FieldRow>
      <Select
        label="Kind of the record"
        name="target_kind"
        required
        value={values.target_kind || undefined}
        choices={ui.kinds.map(({ id, title }) => ({ id, title }))}
        onChange={(kind) => set('target_kind', kind ?? '')}
        error={fault('target_kind')}
      />
      <Select
        label="When that record is deleted"
        name="on_delete"
        required
        value={values.on_delete}
        choices={[
          { id: 'clear', title: 'Empty this field' },
          { id: 'restrict', title: 'Refuse to delete it' },
        ]}
        onChange={(rule) => set('on_delete', rule === 'restrict' ? 'restrict' : 'clear')}
        error={fault('on_delete')}
      />
    </FieldRow>
  );
}

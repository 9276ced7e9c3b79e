import { Button, Popover } from '@cubit/web-kit';
import { Select } from '@cubit/web-kit/forms';
import { useState } from 'react';
import type { ShownField } from '../../cells/index.js';
import { FieldInput } from '../edit/FieldInput.js';
import { plain } from '../../app/change-fields.js';
import { recordFields } from '../model/columns.js';
import { conditionText, FIELD_FILTERS, joinFilter, type Operator } from '../model/filter-text.js';
import type { ListState } from '../model/use-list-state.js';
import styles from './Toolbar.module.css';

/** Adds a condition by field, operator and value. */
export function FilterBuilder({ state }: { readonly state: ListState }) {
  return (
    <Popover label="Add a filter" trigger={<Button icon="plus">Add filter</Button>}>
      {(close) => <ConditionForm state={state} onDone={close} />}
    </Popover>
  );
}

function ConditionForm({ state, onDone }: { readonly state: ListState; readonly onDone: () => void }) {
  const { kind, filter, set } = state;
  const fields = [...kind.fields, ...recordFields()].filter((field) => field.ui.hidden !== true);
  const [name, setName] = useState<string>();
  const [chosen, setOperator] = useState<Operator>();
  const [value, setValue] = useState<unknown>('');
  const field = fields.find((each) => each.name === name);
  const operators = field ? FIELD_FILTERS[field.type].operators : [];
  const operator = chosen !== undefined && operators.includes(chosen) ? chosen : operators[0];
  const needsValue = operator !== 'set' && operator !== 'empty';
  const text = String(plain(value) ?? '');
  const apply = () => {
    if (!field || !operator || (needsValue && text === '')) return;
    set({ filter: joinFilter([filter === 'true' ? '' : filter, conditionText(field, operator, text)]) });
    onDone();
  };
  return (
    <div className={styles.builder}>
      <Select
        label="Field"
        required
        autoFocus
        value={name}
        choices={fields.map((each) => ({ id: each.name, title: each.title }))}
        onChange={(next) => {
          setName(next);
          setValue('');
        }}
      />
      {field && (
        <Select
          label="Condition"
          required
          value={operator}
          choices={operators.map((each) => ({ id: each, title: each }))}
          onChange={(next) => setOperator(next as Operator)}
        />
      )}
      {field && needsValue && (
        <FieldInput
          key={field.name}
          kind={kind}
          field={valueField(field)}
          value={value}
          onChange={setValue}
          onEnter={apply}
        />
      )}
      <Button variant="primary" wide disabledReason={field ? undefined : 'Choose a field first.'} onPress={apply}>
        Apply
      </Button>
    </div>
  );
}

function valueField(field: ShownField): ShownField {
  return { ...field, title: 'Value', required: true, type: FIELD_FILTERS[field.type].value ?? field.type };
}

import { Button } from '@cubit/web-kit';
import { Form, Select } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { FieldControl } from '../../forms/controls/FieldControl.js';
import { fieldOfList } from '../edit/field-of-list.js';
import { recordFields } from '../model/columns.js';
import { comparedWith, conditionText, FIELD_FILTERS, joinFilter, type Operator } from '../model/filter-text.js';
import type { ListState } from '../model/use-list-state.js';
import styles from './Toolbar.module.css';

export interface ConditionFormProps {
  readonly state: ListState;
  readonly onDone: () => void;
}

/** A condition of a filter: a field, an operator and a value. */
export function ConditionForm({ state, onDone }: ConditionFormProps) {
  const { kind, filter, set } = state;
  const fields = [...kind.fields, ...recordFields()].filter((field) => field.ui.hidden !== true);
  const [name, setName] = useState<string>();
  const [chosen, setOperator] = useState<Operator>();
  const [value, setValue] = useState<unknown>();
  const field = fields.find((each) => each.name === name);
  const operators = field ? FIELD_FILTERS[field.type].operators : [];
  const operator = chosen !== undefined && operators.includes(chosen) ? chosen : operators[0];
  const needsValue = operator !== 'set' && operator !== 'empty';
  const text = String(value ?? '');
  const apply = () => {
    if (!field || !operator || (needsValue && text === '')) return;
    set({ filter: joinFilter([filter === 'true' ? '' : filter, conditionText(field, operator, text)]) });
    onDone();
  };
  return (
    <div className={styles.builder}>
      <Form label="Condition" onSubmit={apply}>
        <Select
          label="Field"
          required
          autoFocus
          value={name}
          choices={fields.map((each) => ({ id: each.name, title: each.title }))}
          onChange={(next) => {
            setName(next);
            setValue(undefined);
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
          <FieldControl
            key={field.name}
            density="cell"
            field={fieldOfList(kind, comparedWith(field, field.type))}
            value={value}
            onChange={setValue}
            path={`/${field.name}`}
            faults={{}}
            siblings={{}}
          />
        )}
        <Button type="submit" variant="primary" wide disabledReason={field ? undefined : 'Choose a field first.'}>
          Apply
        </Button>
      </Form>
    </div>
  );
}

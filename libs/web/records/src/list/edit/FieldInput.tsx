import { apiPaths, type CubitRecord, type Page, type UiField, type UiKind } from '@cubit/web-client';
import {
  ComboBox,
  DateField,
  DateTimeField,
  DecimalInput,
  MoneyField,
  Select,
  TagField,
  TextArea,
  TextField,
} from '@cubit/web-kit/forms';
import { useApp } from '../../app/app-context.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { isExpanded, isMoney, titleOf, useMembers, valueTitle } from '../../cells/index.js';

export interface FieldInputProps {
  readonly kind: UiKind;
  readonly field: UiField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** A choice is complete with one press, so that it can be saved at once. */
  readonly onChosen?: (value: unknown) => void;
  readonly onEnter?: () => void;
  readonly error?: string;
  readonly autoFocus?: boolean;
  readonly hideLabel?: boolean;
}

/** Fields of these types can be edited in one line. */
const EDITABLE = new Set([
  'text',
  'longtext',
  'url',
  'email',
  'integer',
  'decimal',
  'number',
  'money',
  'boolean',
  'date',
  'datetime',
  'enum',
  'ref',
  'user',
  'tags',
]);

export function isEditable(kind: UiKind, field: UiField): boolean {
  return kind.can.update && !field.read_only && !field.fixed && EDITABLE.has(field.type);
}

/** The control of one field outside of a form: a cell, the value of a bulk edit. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, onChange, onEnter, error, autoFocus, hideLabel } = props;
  const common = { label: field.title, error, autoFocus, hideLabel, name: field.name };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  switch (field.type) {
    case 'enum':
    case 'boolean':
    case 'user':
      return <ChoiceInput {...props} />;
    case 'ref':
      return <RecordInput {...props} />;
    case 'date':
      return <DateField {...common} value={text} onChange={onChange} />;
    case 'datetime':
      return <DateTimeField {...common} value={text} onChange={onChange} />;
    case 'integer':
    case 'decimal':
    case 'number':
      return <NumberInput {...props} />;
    case 'money':
      return (
        <MoneyField {...common} value={isMoney(value) ? value : { amount: '', currency: 'EUR' }} onChange={onChange} />
      );
    case 'tags':
      return <TagField {...common} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />;
    case 'longtext':
      if (hideLabel !== true) return <TextArea {...common} value={text} onChange={onChange} />;
  }
  return <TextField {...common} value={text} onChange={onChange} onEnter={onEnter} />;
}

function NumberInput({ field, value, onChange, onEnter, error, autoFocus, hideLabel }: FieldInputProps) {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (hideLabel !== true) {
    return (
      <TextField
        label={field.title}
        name={field.name}
        error={error}
        autoFocus={autoFocus}
        value={text}
        onChange={onChange}
        onEnter={onEnter}
      />
    );
  }
  const control = {
    ...{ id: `edit-${field.name}`, name: field.name, autoFocus, disabled: undefined },
    ...{
      'aria-required': undefined,
      'aria-invalid': error === undefined ? undefined : (true as const),
      'aria-describedby': undefined,
    },
  } as const;
  return (
    <DecimalInput
      control={control}
      label={field.title}
      value={text}
      onChange={onChange}
      onEnter={onEnter}
      integer={field.type === 'integer'}
    />
  );
}

function ChoiceInput({ kind, field, value, onChange, onChosen, error, autoFocus, hideLabel }: FieldInputProps) {
  const members = useMembers();
  const choices =
    field.type === 'boolean'
      ? [
          { id: 'true', title: 'Yes' },
          { id: 'false', title: 'No' },
        ]
      : field.type === 'user'
        ? [...members.values()].map((member) => ({ id: member.user_id, title: member.name }))
        : (field.schema.enum ?? []).map((each) => ({ id: String(each), title: valueTitle(kind, field, String(each)) }));
  const change = (id: string | undefined) => {
    const next = id === undefined ? null : field.type === 'boolean' ? id === 'true' : id;
    onChange(next);
    onChosen?.(next);
  };
  return (
    <Select
      {...{ error, autoFocus, hideLabel, choices }}
      label={field.title}
      name={field.name}
      value={value === undefined || value === null || value === '' ? undefined : String(value)}
      required={field.required}
      onChange={change}
    />
  );
}

const FOUND = 20;

interface Found {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
}

function RecordInput({ field, value, onChange, onChosen, error, autoFocus, hideLabel }: FieldInputProps) {
  const { api } = useApp();
  const workspace = useWorkspace();
  const target = String(field.schema['x-kind'] ?? '');
  const kind = workspace.kind(target);
  const load = async (query: string, signal: AbortSignal) => {
    const text = query.trim();
    if (text !== '') {
      const found = await api.get<Page<Found>>(workspace.path('/search'), {
        query: { q: text, kinds: target, limit: FOUND },
        signal,
      });
      return found.data.map(({ id, title }) => ({ id, title }));
    }
    const first = await api.get<Page<CubitRecord>>(apiPaths.kind(workspace.slug, target), {
      query: { limit: FOUND },
      signal,
    });
    return first.data.map((record) => ({ id: record.id, title: kind ? titleOf(record, kind) : record.title }));
  };
  const current = isExpanded(value) ? { id: value.id, title: value.title } : undefined;
  return (
    <ComboBox
      {...{ error, autoFocus, hideLabel, load }}
      label={field.title}
      name={field.name}
      value={current}
      onChange={(option) => {
        // The title is shown until the server answers with the record.
        const next = option ? { id: option.id, kind: target, title: option.title, fields: {} } : null;
        onChange(next);
        onChosen?.(next);
      }}
    />
  );
}

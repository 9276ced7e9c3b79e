import { apiPaths, type CubitRecord, type Page, type UiKind } from '@cubit/web-client';
import { factsOf, typeHolds, typeHoldsOne } from '@cubit/web-contract';
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
import { createElement, type JSX } from 'react';
import { useApp } from '../../app/app-context.js';
import { useWorkspace } from '../../app/workspace-context.js';
import {
  isExpanded,
  isMoney,
  type ShownField,
  type ShownType,
  titleOf,
  useMembers,
  valueTitle,
} from '../../cells/index.js';

export interface FieldInputProps {
  readonly kind: UiKind;
  readonly field: ShownField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** A choice is complete with one press, so that it can be saved at once. */
  readonly onChosen?: (value: unknown) => void;
  readonly onEnter?: () => void;
  readonly error?: string;
  readonly autoFocus?: boolean;
  readonly hideLabel?: boolean;
}

type Input = (props: FieldInputProps) => JSX.Element;

export function isEditable(kind: UiKind, field: ShownField): boolean {
  return kind.can.update && !field.read_only && !field.fixed && INPUTS[field.type] !== null;
}

/** The control of one field outside of a form: a cell, the value of a bulk edit. */
export function FieldInput(props: FieldInputProps) {
  return createElement(INPUTS[props.field.type] ?? TextInput, props);
}

/** Null: values of the type are not edited in one line. */
const INPUTS: Readonly<Record<ShownType, Input | null>> = {
  text: TextInput,
  longtext: LongTextInput,
  url: TextInput,
  email: TextInput,
  integer: NumberInput,
  decimal: NumberInput,
  money: MoneyInput,
  boolean: ChoiceInput,
  date: DateInput,
  datetime: DateTimeInput,
  enum: ChoiceInput,
  ref: RecordInput,
  user: ChoiceInput,
  tags: TagsInput,
  multi_select: null,
  users: null,
  file: null,
  refs: null,
  any_ref: null,
  json: null,
};

function commonOf({ field, error, autoFocus, hideLabel }: FieldInputProps) {
  return { label: field.title, error, autoFocus, hideLabel, name: field.name };
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function TextInput(props: FieldInputProps) {
  const { value, onChange, onEnter } = props;
  return <TextField {...commonOf(props)} value={textOf(value)} onChange={onChange} onEnter={onEnter} />;
}

function LongTextInput(props: FieldInputProps) {
  // A cell has one line.
  if (props.hideLabel === true) return <TextInput {...props} />;
  return <TextArea {...commonOf(props)} value={textOf(props.value)} onChange={props.onChange} />;
}

function DateInput(props: FieldInputProps) {
  return <DateField {...commonOf(props)} value={textOf(props.value)} onChange={props.onChange} />;
}

function DateTimeInput(props: FieldInputProps) {
  return <DateTimeField {...commonOf(props)} value={textOf(props.value)} onChange={props.onChange} />;
}

function MoneyInput(props: FieldInputProps) {
  const value = isMoney(props.value) ? props.value : { amount: '', currency: 'EUR' };
  return <MoneyField {...commonOf(props)} value={value} onChange={props.onChange} />;
}

function TagsInput(props: FieldInputProps) {
  const value = Array.isArray(props.value) ? props.value.map(String) : [];
  return <TagField {...commonOf(props)} value={value} onChange={props.onChange} />;
}

function NumberInput({ field, value, onChange, onEnter, error, autoFocus, hideLabel }: FieldInputProps) {
  const text = textOf(value);
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
      integer={factsOf(field.type)?.whole === true}
    />
  );
}

function ChoiceInput({ kind, field, value, onChange, onChosen, error, autoFocus, hideLabel }: FieldInputProps) {
  const members = useMembers();
  const isBoolean = typeHolds(field.type, 'boolean');
  const choices = isBoolean
    ? [
        { id: 'true', title: 'Yes' },
        { id: 'false', title: 'No' },
      ]
    : typeHoldsOne(field.type, 'member')
      ? [...members.values()].map((member) => ({ id: member.user_id, title: member.name }))
      : (field.schema.enum ?? []).map((each) => ({ id: String(each), title: valueTitle(kind, field, String(each)) }));
  const change = (id: string | undefined) => {
    const next = id === undefined ? null : isBoolean ? id === 'true' : id;
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

import { createElement, type JSX } from 'react';
import {
  Checkbox,
  CodeTextArea,
  ColorField,
  DateField,
  DateTimeField,
  MoneyField,
  type MoneyValue,
  NumberField,
  RadioGroup,
  Select,
  TagField,
  TextArea,
  TextField,
  USUAL_CURRENCY,
} from '@cubit/web-kit/forms';
import { factsOf, fieldTypeOf, typeHolds } from '@cubit/web-contract';
import { enumTitle } from '../../cells/value-text.js';
import { columnsOf, type FormType } from '../model/form-field.js';
import { AnyRefControl } from './AnyRefControl.js';
import { ChecklistControl } from './ChecklistControl.js';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import { FileControl } from './FileControl.js';
import { GridControl } from './GridControl.js';
import { JsonControl } from './JsonControl.js';
import { ManyControl } from './ManyControl.js';
import { ObjectControl } from './ObjectControl.js';
import { RefControl } from './RefControl.js';
import { RepeatControl } from './RepeatControl.js';
import { isFilled, unitOf } from './unit.js';
import { UserControl } from './UserControl.js';

type Control = (props: ControlProps) => JSX.Element;

/** The control of a field: its widget decides, else its type. */
export function FieldControl(props: ControlProps) {
  return createElement(controlOf(props), props);
}

function controlOf({ field }: ControlProps): Control {
  const { ui, type, schema } = field;
  const byWidget = ui.widget === undefined ? undefined : WIDGET_CONTROLS[ui.widget];
  if (byWidget && fits(ui.widget, type, schema.type)) return byWidget;
  return TYPE_CONTROLS[type] ?? controlOfSchema(field);
}

function controlOfSchema(field: ControlProps['field']): Control {
  const { type, schema } = field;
  if (schema.type === 'array' || type === 'array') return arrayControl(field);
  if ((schema.type === 'object' || type === 'object') && schema.properties) return ObjectControl;
  return JsonControl;
}

function arrayControl(field: ControlProps['field']): Control {
  if (columnsOf(field)) return GridControl;
  const { items = {} } = field.schema;
  if (items['x-kind'] !== undefined || typeHolds(fieldTypeOf(items), 'member')) return ManyControl;
  if (items.enum) return EnumListControl;
  return items.type === 'string' ? TextsControl : JsonControl;
}

/** A widget that draws another type than the field has is no reason to lose the value. */
function fits(widget: string | undefined, type: FormType, schemaType: unknown): boolean {
  if (widget === 'checklist') return schemaType === 'array';
  if (widget === 'barcode') return (typeHolds(type, 'text') && !factsOf(type)?.long) || schemaType === 'array';
  return typeHolds(type, 'text', 'data');
}

const WIDGET_CONTROLS: Readonly<Record<string, Control | undefined>> = {
  markdown: LongTextControl,
  color: ColorControl,
  swatch: ColorControl,
  barcode: BarcodeControl,
  checklist: ChecklistControl,
  rrule: RepeatControl,
  cel: ExpressionControl,
  json: JsonControl,
};

/** Null: the schema decides. */
const TYPE_CONTROLS: Readonly<Record<FormType, Control | null>> = {
  text: TextControl,
  email: TextControl,
  url: TextControl,
  longtext: LongTextControl,
  decimal: NumberControl,
  integer: NumberControl,
  boolean: BooleanControl,
  enum: EnumControl,
  date: DateControl,
  datetime: DateTimeControl,
  money: MoneyControl,
  ref: RefControl,
  refs: ManyControl,
  users: ManyControl,
  user: UserControl,
  any_ref: AnyRefControl,
  file: FileControl,
  multi_select: null,
  json: null,
  object: null,
  array: null,
};

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const orNone = (text: string): string | undefined => (text === '' ? undefined : text);

const INPUT_TYPES = { email: 'email', url: 'url' } as const;

function TextControl(control: ControlProps) {
  const { field, value, onChange } = control;
  return (
    <TextField
      {...fieldProps(control)}
      type={INPUT_TYPES[field.type as keyof typeof INPUT_TYPES] ?? 'text'}
      value={textOf(value)}
      onChange={(text) => onChange(orNone(text))}
      placeholder={field.ui.placeholder}
      maxLength={field.schema.maxLength}
    />
  );
}

function LongTextControl(control: ControlProps) {
  const { field, value, onChange, compact } = control;
  return (
    <TextArea
      {...fieldProps(control)}
      value={textOf(value)}
      onChange={(text) => onChange(orNone(text))}
      placeholder={field.ui.placeholder}
      rows={compact ? 1 : 3}
    />
  );
}

function NumberControl(control: ControlProps) {
  const { field, value, onChange, siblings } = control;
  return (
    <NumberField
      {...fieldProps(control)}
      value={textOf(value)}
      onChange={(text) => onChange(orNone(text))}
      integer={factsOf(field.type)?.whole === true}
      min={field.schema.minimum === undefined ? undefined : String(field.schema.minimum)}
      max={field.schema.maximum === undefined ? undefined : String(field.schema.maximum)}
      unit={unitOf(field, siblings)}
      placeholder={field.ui.placeholder}
    />
  );
}

function BooleanControl(control: ControlProps) {
  return (
    <Checkbox {...fieldProps(control)} required={false} value={control.value === true} onChange={control.onChange} />
  );
}

const MOST_RADIOS = 5;
const NONE = '';

function EnumControl(control: ControlProps) {
  const { field, value, onChange, compact, hideLabel } = control;
  const choices = (field.schema.enum ?? [])
    .filter(isFilled)
    .map((each) => ({ id: String(each), title: enumTitle(field, String(each)) }));
  const set = (id: string | undefined) => onChange(id === undefined || id === NONE ? undefined : id);
  const chosen = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  if (compact || hideLabel || choices.length > MOST_RADIOS)
    return <Select {...fieldProps(control)} value={chosen} onChange={set} choices={choices} />;
  const optional = !field.required && field.schema.default === undefined;
  const shown = optional ? [...choices, { id: NONE, title: 'None' }] : choices;
  return (
    <RadioGroup
      {...fieldProps(control)}
      inline
      value={chosen ?? (optional ? NONE : undefined)}
      onChange={set}
      choices={shown}
    />
  );
}

function EnumListControl(control: ControlProps) {
  const { field, value, onChange } = control;
  const titles = new Map((field.schema.items?.enum ?? []).map((each) => [enumTitle(field, String(each)), each]));
  const chosen = Array.isArray(value) ? value : [];
  return (
    <TagField
      {...fieldProps(control)}
      value={chosen.map((each: string) => enumTitle(field, each))}
      onChange={(words) => onChange(words.flatMap((word) => titles.get(word) ?? []))}
      suggestions={[...titles.keys()]}
      placeholder="Add"
    />
  );
}

function DateControl(control: ControlProps) {
  return (
    <DateField
      {...fieldProps(control)}
      value={textOf(control.value)}
      onChange={(text) => control.onChange(orNone(text))}
    />
  );
}

function DateTimeControl(control: ControlProps) {
  return (
    <DateTimeField
      {...fieldProps(control)}
      value={textOf(control.value)}
      onChange={(text) => control.onChange(orNone(text))}
    />
  );
}

function MoneyControl(control: ControlProps) {
  const value = (control.value as MoneyValue | null | undefined) ?? { amount: '', currency: USUAL_CURRENCY };
  return <MoneyField {...fieldProps(control)} value={value} onChange={control.onChange} />;
}

function ColorControl(control: ControlProps) {
  return (
    <ColorField
      {...fieldProps(control)}
      value={textOf(control.value)}
      onChange={(text) => control.onChange(orNone(text))}
    />
  );
}

function TextsControl(control: ControlProps) {
  const texts = Array.isArray(control.value) ? (control.value as readonly string[]) : [];
  return (
    <TagField
      {...fieldProps(control)}
      value={texts}
      onChange={control.onChange}
      placeholder={control.field.ui.placeholder ?? 'Add with Enter'}
    />
  );
}

function BarcodeControl(control: ControlProps) {
  const { field, value, onChange } = control;
  const texts = Array.isArray(value) ? (value as readonly string[]) : [];
  if (field.schema.type === 'array')
    return (
      <TagField
        {...fieldProps(control)}
        scanTarget
        value={texts}
        onChange={onChange}
        placeholder="Scan or type a code"
      />
    );
  return (
    <TextField
      {...fieldProps(control)}
      scanTarget
      mono
      value={textOf(value)}
      onChange={(text) => onChange(orNone(text))}
    />
  );
}

function ExpressionControl(control: ControlProps) {
  return (
    <CodeTextArea
      {...fieldProps(control)}
      language="cel"
      rows={3}
      value={textOf(control.value)}
      onChange={(text) => control.onChange(orNone(text))}
    />
  );
}

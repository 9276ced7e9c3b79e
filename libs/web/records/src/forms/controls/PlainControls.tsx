import {
  CodeTextArea,
  ColorField,
  DateField,
  DateTimeField,
  MoneyField,
  type MoneyValue,
  NumberField,
  TagField,
  TextArea,
  TextField,
  USUAL_CURRENCY,
} from '@cubit/web-kit/forms';
import { factsOf } from '@cubit/web-contract';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import { unitOf } from './unit.js';

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const orNone = (text: string): string | undefined => (text === '' ? undefined : text);

/** What controls of a text take. */
function textProps(control: ControlProps) {
  return {
    ...fieldProps(control),
    value: textOf(control.value),
    onChange: (text: string) => control.onChange(orNone(text)),
  };
}

const INPUT_TYPES = { email: 'email', url: 'url' } as const;

export function TextControl(control: ControlProps) {
  const { field } = control;
  return (
    <TextField
      {...textProps(control)}
      type={INPUT_TYPES[field.type as keyof typeof INPUT_TYPES] ?? 'text'}
      placeholder={field.ui.placeholder}
      maxLength={field.schema.maxLength}
    />
  );
}

export function LongTextControl(control: ControlProps) {
  return (
    <TextArea
      {...textProps(control)}
      placeholder={control.field.ui.placeholder}
      rows={control.density === 'grid' ? 1 : 3}
    />
  );
}

/** A cell of a table has one line. */
export function LongTextOrLineControl(control: ControlProps) {
  return control.hideLabel === true ? <TextControl {...control} /> : <LongTextControl {...control} />;
}

export function NumberControl(control: ControlProps) {
  const { field, siblings } = control;
  return (
    <NumberField
      {...textProps(control)}
      integer={factsOf(field.type)?.whole === true}
      min={field.schema.minimum === undefined ? undefined : String(field.schema.minimum)}
      max={field.schema.maximum === undefined ? undefined : String(field.schema.maximum)}
      unit={unitOf(field, siblings)}
      placeholder={field.ui.placeholder}
    />
  );
}

export function DateControl(control: ControlProps) {
  return <DateField {...textProps(control)} />;
}

export function DateTimeControl(control: ControlProps) {
  return <DateTimeField {...textProps(control)} />;
}

export function MoneyControl(control: ControlProps) {
  const value = (control.value as MoneyValue | null | undefined) ?? { amount: '', currency: USUAL_CURRENCY };
  return <MoneyField {...fieldProps(control)} value={value} onChange={control.onChange} />;
}

export function ColorControl(control: ControlProps) {
  return <ColorField {...textProps(control)} />;
}

/** Several words. */
export function TextsControl(control: ControlProps) {
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

export function BarcodeControl(control: ControlProps) {
  const { field, value, onChange } = control;
  const texts = Array.isArray(value) ? (value as readonly string[]) : [];
  if (field.schema.type !== 'array') return <TextField {...textProps(control)} scanTarget mono />;
  return (
    <TagField {...fieldProps(control)} scanTarget value={texts} onChange={onChange} placeholder="Scan or type a code" />
  );
}

export function ExpressionControl(control: ControlProps) {
  return <CodeTextArea {...textProps(control)} language="cel" rows={3} />;
}

import { factsOf, fieldTypeOf, typeHolds } from '@cubit/web-contract';
import { createElement, type JSX } from 'react';
import { columnsOf, type FormField, type FormType } from '../model/form-field.js';
import { AnyRefControl } from './AnyRefControl.js';
import { ChecklistControl } from './ChecklistControl.js';
import { BooleanControl, EnumControl, EnumListControl, MemberSelect, YesOrNoControl } from './ChoiceControls.js';
import type { ControlProps } from './control-props.js';
import { FileControl, FilePreview } from './FileControl.js';
import { GridControl } from './GridControl.js';
import { JsonControl } from './JsonControl.js';
import { ManyControl } from './ManyControl.js';
import { ObjectControl } from './ObjectControl.js';
import { RecordPicker, RefControl, RefPreview } from './RefControl.js';
import { RepeatControl } from './RepeatControl.js';
import {
  BarcodeControl,
  ColorControl,
  DateControl,
  DateTimeControl,
  ExpressionControl,
  LongTextControl,
  LongTextOrLineControl,
  MoneyControl,
  NumberControl,
  TextControl,
  TextsControl,
} from './PlainControls.js';
import { UnitControl } from './UnitControl.js';
import { UserControl } from './UserControl.js';

type Control = (props: ControlProps) => JSX.Element;

/** The controls of a type. That of `form` is also the one of grids. */
type Controls = Readonly<Record<'form' | 'cell' | 'preview', Control>>;

/** The control of a field: its widget decides, else its type. In a cell, its type alone. */
export function FieldControl(props: ControlProps) {
  const { field, density = 'form' } = props;
  if (field.ui.units !== undefined && density !== 'preview') return <UnitControl {...props} />;
  const byWidget = density === 'cell' ? undefined : controlOfWidget(field);
  return createElement(byWidget ?? TYPE_CONTROLS[field.type][density === 'grid' ? 'form' : density], props);
}

function controlOfWidget({ ui, type, schema }: FormField): Control | undefined {
  const control = ui.widget === undefined ? undefined : WIDGET_CONTROLS[ui.widget];
  return control && fits(ui.widget, type, schema.type) ? control : undefined;
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

/** The control of a value that no type names: its schema decides. */
function SchemaControl(props: ControlProps) {
  return createElement(controlOfSchema(props.field), props);
}

function controlOfSchema(field: FormField): Control {
  const { type, schema } = field;
  if (schema.type === 'array' || type === 'array') return arrayControl(field);
  if ((schema.type === 'object' || type === 'object') && schema.properties) return ObjectControl;
  return JsonControl;
}

function arrayControl(field: FormField): Control {
  if (columnsOf(field)) return GridControl;
  const { items = {} } = field.schema;
  if (items['x-kind'] !== undefined || typeHolds(fieldTypeOf(items), 'member')) return ManyControl;
  if (items.enum) return EnumListControl;
  return items.type === 'string' ? TextsControl : JsonControl;
}

const everywhere = (control: Control): Controls => ({ form: control, cell: control, preview: control });

const TYPE_CONTROLS = {
  text: everywhere(TextControl),
  email: everywhere(TextControl),
  url: everywhere(TextControl),
  longtext: { form: LongTextControl, cell: LongTextOrLineControl, preview: LongTextControl },
  decimal: everywhere(NumberControl),
  integer: everywhere(NumberControl),
  boolean: { form: BooleanControl, cell: YesOrNoControl, preview: BooleanControl },
  enum: everywhere(EnumControl),
  multi_select: everywhere(EnumListControl),
  date: everywhere(DateControl),
  datetime: everywhere(DateTimeControl),
  money: everywhere(MoneyControl),
  ref: { form: RefControl, cell: RecordPicker, preview: RefPreview },
  refs: everywhere(ManyControl),
  any_ref: everywhere(AnyRefControl),
  user: { form: UserControl, cell: MemberSelect, preview: UserControl },
  users: everywhere(ManyControl),
  file: { form: FileControl, cell: FileControl, preview: FilePreview },
  json: everywhere(SchemaControl),
  object: everywhere(SchemaControl),
  array: everywhere(SchemaControl),
} satisfies Readonly<Record<FormType, Controls>>;

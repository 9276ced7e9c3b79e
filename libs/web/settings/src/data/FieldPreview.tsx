import {
  Checkbox,
  ComboBox,
  DateField,
  DateTimeField,
  FileDrop,
  MoneyField,
  type MoneyValue,
  NumberField,
  RadioGroup,
  Select,
  TagField,
  TextArea,
  TextField,
} from '@cubit/web-kit/forms';
import { type CustomFieldType, typeOfName } from '@cubit/web-contract';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { FieldValues } from './field-types.js';

/** How many values of a list are radio buttons. */
const MOST_RADIOS = 5;

/** What is tried, and the settings that decide the input. */
interface Trial {
  readonly values: FieldValues;
  readonly common: { readonly label: string; readonly description: string | undefined; readonly required: boolean };
  readonly input: Trial['common'] & { readonly value: string; readonly onChange: (text: string) => void };
}

/** The input as forms of records will show it; it can be tried. */
export function FieldPreview({ values }: { readonly values: FieldValues }): ReactNode {
  const [text, setText] = useState('');
  const common = {
    label: values.title || 'Your field',
    description: values.help || undefined,
    required: values.required,
  };
  const Preview = PREVIEWS[typeOfName(values.type)];
  return <Preview {...{ values, common }} input={{ ...common, value: text, onChange: setText }} />;
}

const PREVIEWS: Readonly<Record<CustomFieldType, ComponentType<Trial>>> = {
  text: ({ input }) => <TextField {...input} type="text" />,
  longtext: ({ input }) => <TextArea {...input} />,
  decimal: ({ input, values }) => <NumberField {...input} integer={false} unit={values.unit || undefined} />,
  integer: ({ input, values }) => <NumberField {...input} integer unit={values.unit || undefined} />,
  boolean: BooleanPreview,
  date: ({ input }) => <DateField {...input} />,
  datetime: ({ input }) => <DateTimeField {...input} />,
  enum: ChoicePreview,
  multi_select: SeveralPreview,
  url: ({ input }) => <TextField {...input} type="url" />,
  email: ({ input }) => <TextField {...input} type="email" />,
  ref: RecordPreview,
  file: ({ common }) => <FileDrop {...common} onFiles={() => undefined} />,
  money: MoneyPreview,
};

function BooleanPreview({ common }: Trial) {
  const [on, setOn] = useState(false);
  return <Checkbox {...common} value={on} onChange={setOn} />;
}

function ChoicePreview({ input, values }: Trial) {
  const choices = values.options.map((option) => ({ id: option, title: option }));
  if (choices.length <= MOST_RADIOS) return <RadioGroup {...input} choices={choices} />;
  const onChange = (next: string | undefined) => input.onChange(next ?? '');
  return <Select {...input} value={input.value || undefined} onChange={onChange} choices={choices} />;
}

function SeveralPreview({ common, values }: Trial) {
  const [several, setSeveral] = useState<readonly string[]>([]);
  return <TagField {...common} value={several} onChange={setSeveral} suggestions={values.options} />;
}

function MoneyPreview({ common }: Trial) {
  const [money, setMoney] = useState<MoneyValue>({ amount: '', currency: 'EUR' });
  return <MoneyField {...common} value={money} onChange={setMoney} />;
}

function RecordPreview({ common }: Trial) {
  return (
    <ComboBox
      {...common}
      value={undefined}
      onChange={() => undefined}
      load={() => Promise.resolve([])}
      placeholder="Find a record"
    />
  );
}

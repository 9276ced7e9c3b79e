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
import { type ReactNode, useState } from 'react';
import type { FieldValues } from './field-types.js';

/** How many values of a list are radio buttons. */
const MOST_RADIOS = 5;

/** The input as forms of records will show it; it can be tried. */
export function FieldPreview({ values }: { readonly values: FieldValues }): ReactNode {
  const [text, setText] = useState('');
  const [on, setOn] = useState(false);
  const [several, setSeveral] = useState<readonly string[]>([]);
  const [money, setMoney] = useState<MoneyValue>({ amount: '', currency: 'EUR' });
  const { type, unit, options } = values;
  const common = {
    label: values.title || 'Your field',
    description: values.help || undefined,
    required: values.required,
  };
  const input = { ...common, value: text, onChange: setText };
  const choices = options.map((option) => ({ id: option, title: option }));
  if (type === 'boolean') return <Checkbox {...common} value={on} onChange={setOn} />;
  if (type === 'long_text') return <TextArea {...input} />;
  if (type === 'number' || type === 'integer')
    return <NumberField {...input} integer={type === 'integer'} unit={unit || undefined} />;
  if (type === 'date') return <DateField {...input} />;
  if (type === 'datetime') return <DateTimeField {...input} />;
  if (type === 'multi_select')
    return <TagField {...common} value={several} onChange={setSeveral} suggestions={options} />;
  if (type === 'select' && choices.length <= MOST_RADIOS)
    return <RadioGroup {...common} value={text} onChange={setText} choices={choices} />;
  if (type === 'select')
    return <Select {...common} value={text || undefined} onChange={(next) => setText(next ?? '')} choices={choices} />;
  if (type === 'money') return <MoneyField {...common} value={money} onChange={setMoney} />;
  if (type === 'file') return <FileDrop {...common} onFiles={() => undefined} />;
  if (type === 'record')
    return (
      <ComboBox
        {...common}
        value={undefined}
        onChange={() => undefined}
        load={() => Promise.resolve([])}
        placeholder="Find a record"
      />
    );
  return <TextField {...input} type={type === 'text' ? 'text' : type} />;
}

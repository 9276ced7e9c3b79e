import { useState } from 'react';
import { Panel } from '../src/index.js';
import * as forms from '../src/forms/index.js';
import styles from './Gallery.module.css';

const PARTS: readonly forms.Option[] = [
  'Screw M3×10',
  'Screw M4×12',
  'Stepper NEMA 17',
  'PLA black',
  'Linear rail',
].map((title, index) => ({ id: String(index), title, hint: `P-00${index}, ${index * 7} available`, icon: 'package' }));
const CHOICES = ['Draft', 'Ordered', 'Received'].map((title) => ({ id: title.toLowerCase(), title }));

const findParts = async (query: string) => {
  await new Promise((resolve) => setTimeout(resolve, 150));
  return PARTS.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()));
};

export function Forms() {
  return (
    <div className={styles.grid}>
      <Panel title="Text">
        <TextForm />
      </Panel>
      <Panel title="Numbers and times">
        <NumberForm />
      </Panel>
      <Panel title="Choices">
        <ChoiceForm />
      </Panel>
    </div>
  );
}

function TextForm() {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [tags, setTags] = useState<readonly string[]>(['prototype', 'bench 2']);
  const [json, setJson] = useState('{ "speed": 60, }');
  return (
    <forms.Form onSubmit={() => undefined}>
      <forms.SearchField label="Search" value={search} onChange={setSearch} keys="/" />
      <forms.TextField
        label="Name"
        required
        value={text}
        onChange={setText}
        placeholder="What people call it"
        name="name"
      />
      <forms.TextField
        label="Part number"
        mono
        value="SCR-0310"
        onChange={() => undefined}
        error="SCR-0310 is taken by Screw M3×10."
      />
      <forms.TextArea label="Note" value={text} onChange={setText} description="Markdown" />
      <forms.TagField value={tags} onChange={setTags} suggestions={['urgent', 'gift']} />
      <forms.CodeTextArea label="Settings" value={json} onChange={setJson} rows={3} />
      <forms.TextField label="Read-only" readOnly value="Computed" onChange={() => undefined} />
      <forms.TextField label="Disabled" disabled value="Not now" onChange={() => undefined} />
    </forms.Form>
  );
}

function NumberForm() {
  const [number, setNumber] = useState('1240.50');
  const [quantity, setQuantity] = useState({ value: '0.75', unit: 'kg' });
  const [money, setMoney] = useState({ amount: '19.90', currency: 'EUR' });
  const [day, setDay] = useState('2026-03-10');
  const [at, setAt] = useState('2026-03-10T12:30:00Z');
  const [color, setColor] = useState('#1e88e5');
  return (
    <forms.Form onSubmit={() => undefined}>
      <forms.FieldRow>
        <forms.NumberField label="Minimum" unit="pcs" min="0" value={number} onChange={setNumber} />
        <forms.QuantityField label="Weight" units={['g', 'kg']} value={quantity} onChange={setQuantity} />
      </forms.FieldRow>
      <forms.MoneyField label="Price" value={money} onChange={setMoney} />
      <forms.DateField label="Due" value={day} onChange={setDay} />
      <forms.DateTimeField label="Starts" value={at} onChange={setAt} />
      <forms.ColorField label="Colour" value={color} onChange={setColor} />
      <forms.FileDrop label="Picture" accept="image/*" onFiles={() => undefined} />
    </forms.Form>
  );
}

function ChoiceForm() {
  const [state, setState] = useState<string | undefined>('draft');
  const [part, setPart] = useState<forms.Option>();
  const [on, setOn] = useState(true);
  const [layout, setLayout] = useState('table');
  return (
    <forms.Form onSubmit={() => undefined}>
      <forms.RadioGroup label="State" value={state} onChange={setState} choices={CHOICES} />
      <forms.Select label="State as a list" value={state} onChange={setState} choices={CHOICES} />
      <forms.ComboBox
        label="Part"
        value={part}
        onChange={setPart}
        load={findParts}
        onCreate={() => undefined}
        placeholder="Find a part"
      />
      <forms.Checkbox
        label="Track lots"
        value={on}
        onChange={setOn}
        description="Each delivery keeps its own expiry."
      />
      <forms.Checkbox label="Some are selected" value={false} mixed onChange={() => undefined} />
      <forms.Switch label="Keyboard shortcuts" value={on} onChange={setOn} />
      <forms.SegmentedControl
        label="Layout"
        value={layout}
        onChange={setLayout}
        segments={[
          { id: 'table', title: 'Table', icon: 'table' },
          { id: 'board', title: 'Board', icon: 'square-kanban' },
          { id: 'calendar', title: 'Calendar', icon: 'calendar' },
        ]}
      />
    </forms.Form>
  );
}

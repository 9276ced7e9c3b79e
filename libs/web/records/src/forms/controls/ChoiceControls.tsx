import { Checkbox, RadioGroup, Select, TagField } from '@cubit/web-kit/forms';
import { enumTitle } from '../../cells/value-text.js';
import { useMembers } from '../../cells/use-members.js';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import { isFilled } from './unit.js';

export function BooleanControl(control: ControlProps) {
  return (
    <Checkbox {...fieldProps(control)} required={false} value={control.value === true} onChange={control.onChange} />
  );
}

const YES_OR_NO = [
  { id: 'true', title: 'Yes' },
  { id: 'false', title: 'No' },
];

/** Where no value differs from `No`. */
export function YesOrNoControl(control: ControlProps) {
  const { value, onChange } = control;
  return (
    <Select
      {...fieldProps(control)}
      value={typeof value === 'boolean' ? String(value) : undefined}
      onChange={(id) => onChange(id === undefined ? undefined : id === 'true')}
      choices={YES_OR_NO}
    />
  );
}

const MOST_RADIOS = 5;
const NONE = '';
const NOTHING = { id: NONE, title: 'None' };

/** One of the values that the schema lists: radio buttons where they are few and there is room. */
export function EnumControl(control: ControlProps) {
  const { field, value, onChange, density = 'form', hideLabel } = control;
  const choices = (field.schema.enum ?? [])
    .filter(isFilled)
    .map((each) => ({ id: String(each), title: enumTitle(field, String(each)) }));
  const set = (id: string | undefined) => onChange(id === undefined || id === NONE ? undefined : id);
  const chosen = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  const hasRoom = (density === 'form' || density === 'preview') && hideLabel !== true;
  if (!hasRoom || choices.length > MOST_RADIOS)
    return <Select {...fieldProps(control)} value={chosen || undefined} onChange={set} choices={choices} />;
  const optional = !field.required && field.schema.default === undefined;
  // Some lists have a value of this title themselves.
  const addsNone = optional && !choices.some(({ title }) => title === NOTHING.title);
  const shown = addsNone ? [...choices, NOTHING] : choices;
  return (
    <RadioGroup
      {...fieldProps(control)}
      inline
      value={chosen ?? (addsNone ? NONE : undefined)}
      onChange={set}
      choices={shown}
    />
  );
}

/** Several of the values that the schema lists. */
export function EnumListControl(control: ControlProps) {
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

/** One member, in the browser's own list. */
export function MemberSelect(control: ControlProps) {
  const { value, onChange } = control;
  const members = [...useMembers().values()];
  return (
    <Select
      {...fieldProps(control)}
      value={typeof value === 'string' && value !== '' ? value : undefined}
      onChange={onChange}
      choices={members.map(({ user_id: id, name }) => ({ id, title: name }))}
    />
  );
}

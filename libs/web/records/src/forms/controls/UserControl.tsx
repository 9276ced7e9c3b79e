import { ComboBox } from '@cubit/web-kit/forms';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import { useMembers } from '../../cells/use-members.js';
import { useMemberOptions } from './members.js';

/** A picker of a member. */
export function UserControl(control: ControlProps) {
  const { value, onChange } = control;
  const members = useMembers();
  const load = useMemberOptions();
  const chosen = members.get(String(value));
  const option =
    typeof value === 'string' ? { id: value, title: chosen?.name ?? '…', icon: 'user' as const } : undefined;
  return (
    <ComboBox
      {...fieldProps(control)}
      value={option}
      onChange={(next) => onChange(next?.id)}
      load={load}
      placeholder="Find a member"
    />
  );
}

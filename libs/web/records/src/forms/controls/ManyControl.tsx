import { Tag } from '@cubit/web-kit';
import { ComboBox } from '@cubit/web-kit/forms';
import { fieldTypeOf, typeHolds } from '@cubit/web-contract';
import { useState } from 'react';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import { useMembers } from '../../cells/use-members.js';
import { useMemberOptions } from './members.js';
import { useRecordOption, useRecordOptions } from './record-options.js';
import styles from './controls.module.css';

/** Several records or members: a picker that adds, and what was chosen. */
export function ManyControl(control: ControlProps) {
  const { field, value, onChange } = control;
  const { items } = field.schema;
  const isMembers = typeHolds(field.type, 'member') || typeHolds(fieldTypeOf(items), 'member');
  const kind = String(field.schema['x-kind'] ?? items?.['x-kind'] ?? '');
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  const loadRecords = useRecordOptions(kind);
  const loadMembers = useMemberOptions();
  const [hasChosen, setHasChosen] = useState(false);
  const choose = (id: string) => {
    setHasChosen(true);
    onChange([...chosen, id]);
  };
  const load = async (query: string, signal: AbortSignal) => {
    const options = await (isMembers ? loadMembers(query) : loadRecords(query, signal));
    return options.filter(({ id }) => !chosen.includes(id));
  };
  const remove = (id: string) => onChange(chosen.filter((other) => other !== id));
  return (
    <div className={styles.many}>
      <ComboBox
        {...fieldProps(control)}
        // Another key empties the text after each choice; the focus stays for the next one.
        key={chosen.length}
        autoFocus={control.autoFocus === true || hasChosen}
        value={undefined}
        onChange={(option) => option && choose(option.id)}
        load={load}
        placeholder={isMembers ? 'Add a member' : 'Add a record'}
      />
      {chosen.length > 0 && (
        <div className={styles.chosen}>
          {chosen.map((id) =>
            isMembers ? (
              <MemberTag key={id} id={id} onRemove={() => remove(id)} />
            ) : (
              <RecordTag key={id} kind={kind} id={id} onRemove={() => remove(id)} />
            ),
          )}
        </div>
      )}
    </div>
  );
}

interface ChosenProps {
  readonly id: string;
  readonly onRemove: () => void;
}

function MemberTag({ id, onRemove }: ChosenProps) {
  const member = useMembers().get(id);
  return <Tag onRemove={onRemove}>{member?.name ?? '…'}</Tag>;
}

function RecordTag({ kind, id, onRemove }: ChosenProps & { readonly kind: string }) {
  return <Tag onRemove={onRemove}>{useRecordOption({ kind, id })?.title ?? '…'}</Tag>;
}

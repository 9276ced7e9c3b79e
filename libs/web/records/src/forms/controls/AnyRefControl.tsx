import type { RecordRef } from '@cubit/web-client';
import { ComboBox } from '@cubit/web-kit/forms';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import { useAnyRecordOptions, useRecordOption } from './record-options.js';

/** A picker of a record of any kind. */
export function AnyRefControl(control: ControlProps) {
  const value = control.value as RecordRef | null | undefined;
  const chosen = useRecordOption(value ?? undefined);
  const load = useAnyRecordOptions();
  const choose = (picked: string | undefined) => {
    const slash = picked?.lastIndexOf('/') ?? -1;
    control.onChange(picked === undefined ? undefined : { kind: picked.slice(0, slash), id: picked.slice(slash + 1) });
  };
  return (
    <ComboBox
      {...fieldProps(control)}
      value={chosen}
      onChange={(option) => choose(option?.id)}
      load={load}
      placeholder={control.field.ui.placeholder ?? 'Type to find a record'}
    />
  );
}

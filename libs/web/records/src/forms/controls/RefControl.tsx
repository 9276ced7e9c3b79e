import type { UiKind } from '@cubit/web-client';
import { ComboBox, type Option } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace-context.js';
import { isExpanded } from '../../cells/is-expanded.js';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import { useNestedForms } from './nested-forms.js';
import { useRecordOption, useRecordOptions } from './record-options.js';

/** A picker of a record of one kind, which can create the record that is missing. */
export function RefControl(control: ControlProps) {
  const { kind: kindOf } = useWorkspace();
  const kind = kindOf(kindIdOf(control));
  const { CreateDialog } = useNestedForms();
  const [missing, setMissing] = useState<string>();
  return (
    <>
      <RecordPicker {...control} onCreate={kind?.can.create ? setMissing : undefined} />
      {kind && missing !== undefined && (
        <CreateDialog
          open
          kind={kind}
          initial={titled(kind, missing)}
          onClose={() => setMissing(undefined)}
          onCreated={({ id }) => control.onChange(id)}
        />
      )}
    </>
  );
}

interface RecordPickerProps extends ControlProps {
  readonly onCreate?: ((text: string) => void) | undefined;
}

/** A picker of a record of one kind. The value is its id, or the record. */
export function RecordPicker({ onCreate, ...control }: RecordPickerProps) {
  const { value, onChange } = control;
  const { kind: kindOf } = useWorkspace();
  const id = kindIdOf(control);
  const load = useRecordOptions(id);
  const [picked, setPicked] = useState<Option>();
  const known = isExpanded(value) ? { id: value.id, title: value.title } : picked?.id === value ? picked : undefined;
  const loaded = useRecordOption(typeof value === 'string' && !known ? { kind: id, id: value } : undefined);
  const choose = (option: Option | undefined) => {
    setPicked(option);
    onChange(option?.id);
  };
  return (
    <ComboBox
      {...fieldProps(control)}
      value={known ?? loaded}
      onChange={choose}
      load={load}
      placeholder={placeholderOf(kindOf(id))}
      onCreate={onCreate}
    />
  );
}

/** A picker that finds nothing. */
export function RefPreview(control: ControlProps) {
  const { kind } = useWorkspace();
  return (
    <ComboBox
      {...fieldProps(control)}
      value={undefined}
      onChange={() => undefined}
      load={() => Promise.resolve([])}
      placeholder={placeholderOf(kind(kindIdOf(control)))}
    />
  );
}

const kindIdOf = ({ field }: ControlProps) => String(field.schema['x-kind'] ?? '');
const placeholderOf = (kind: UiKind | undefined) => `Find ${kind ? kind.title.toLowerCase() : 'a record'}`;

/** Initial values of a record that was looked for by this text. */
export function titled(kind: UiKind, text: string): Readonly<Record<string, unknown>> {
  return kind.title_field === null ? {} : { [kind.title_field]: text };
}

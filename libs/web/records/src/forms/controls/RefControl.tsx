import type { UiKind } from '@cubit/web-client';
import { ComboBox } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace-context.js';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import { useNestedForms } from './nested-forms.js';
import { useRecordOption, useRecordOptions } from './record-options.js';

/** A picker of a record of one kind, which can create the record that is missing. */
export function RefControl(control: ControlProps) {
  const { field, value, onChange } = control;
  const { kind: kindOf } = useWorkspace();
  const kindId = String(field.schema['x-kind'] ?? '');
  const kind = kindOf(kindId);
  const { CreateDialog } = useNestedForms();
  const load = useRecordOptions(kindId);
  const chosen = useRecordOption(typeof value === 'string' ? { kind: kindId, id: value } : undefined);
  const [missing, setMissing] = useState<string>();
  return (
    <>
      <ComboBox
        {...fieldProps(control)}
        value={chosen}
        onChange={(option) => onChange(option?.id)}
        load={load}
        placeholder={kind ? `Find ${kind.title.toLowerCase()}` : undefined}
        onCreate={kind?.can.create ? setMissing : undefined}
      />
      {kind && missing !== undefined && (
        <CreateDialog
          open
          kind={kind}
          initial={titled(kind, missing)}
          onClose={() => setMissing(undefined)}
          onCreated={({ id }) => onChange(id)}
        />
      )}
    </>
  );
}

/** Initial values of a record that was looked for by this text. */
export function titled(kind: UiKind, text: string): Readonly<Record<string, unknown>> {
  return kind.title_field === null ? {} : { [kind.title_field]: text };
}

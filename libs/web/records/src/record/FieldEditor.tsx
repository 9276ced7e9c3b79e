import {
  ChangedSince,
  type CubitRecord,
  dropDraft,
  keepDraft,
  readDraft,
  type UiField,
  type UiKind,
} from '@cubit/web-client';
import { Button } from '@cubit/web-kit';
import { focusFirstFault } from '@cubit/web-kit/forms';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Faults, splitError } from '../app/refusal.js';
import { useRecordChanges } from '../app/record-changes.js';
import { Conflict } from '../forms/dialogs/Conflict.js';
import { plainFields } from '../forms/dialogs/EditDialog.js';
import { FieldControl } from '../forms/controls/FieldControl.js';
import { referencesOf } from '../forms/model/references.js';
import { useUnits } from '../forms/controls/use-units.js';
import { patchOf } from '../forms/model/encode.js';
import { same } from '../forms/model/merge-patch.js';
import { checkValues } from '../forms/model/faults.js';
import { fieldOfKind, isChosen } from '../forms/model/form-field.js';
import styles from './record.module.css';

export interface FieldEditorProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  readonly field: UiField;
  /** Under which what was typed is kept until it is saved. */
  readonly draftKey: string;
  readonly autoFocus: boolean;
  readonly onClose: () => void;
}

/** The control of a field in the place of its value. */
export function FieldEditor({ autoFocus, ...props }: FieldEditorProps) {
  const { kind, record, field, onClose } = props;
  const form = fieldOfKind(field);
  const editor = useRef<HTMLDivElement>(null);
  const units = useUnits({ fields: [field], references: kind.fields, values: record.fields });
  const { value, setValue, save, faults, message, pending, theirs, cancel } = useFieldEdit(props);
  useEffect(() => {
    if (autoFocus) editor.current?.querySelector<HTMLElement>('input:not([type=file]), select, textarea')?.focus();
  }, [autoFocus]);
  useEffect(() => {
    if (Object.keys(faults).length > 0) focusFirstFault(editor.current);
  }, [faults]);
  const change = (next: unknown) => {
    setValue(next);
    if (isChosen(form)) save(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape') {
      // It closes nothing below.
      event.preventDefault();
      onClose();
    } else if (
      event.key === 'Enter' &&
      (!isText || event.ctrlKey || event.metaKey) &&
      !(event.target instanceof HTMLButtonElement)
    ) {
      event.preventDefault();
      save(value);
    }
  };
  const onBlur = (event: FocusEvent) => {
    // A list or a dialog that the control opens is not in the row.
    if (event.relatedTarget === null || editor.current?.contains(event.relatedTarget) === true || theirs) return;
    if (event.relatedTarget.closest('[role=dialog], [role=listbox]') === null) save(value);
  };
  return (
    <div ref={editor} className={styles.editor} onKeyDown={onKeyDown} onBlur={onBlur}>
      {theirs && (
        <Conflict
          kind={kind}
          fields={record.fields}
          conflicts={[{ field: form, mine: value, theirs: theirs.fields[field.name] }]}
        >
          <Button variant="primary" size="small" onPress={() => save(value)}>
            Keep mine
          </Button>
          <Button size="small" onPress={cancel}>
            Use theirs
          </Button>
        </Conflict>
      )}
      <FieldControl
        field={form}
        value={value}
        onChange={change}
        path={`/${field.name}`}
        faults={faults}
        siblings={{ ...record.fields, ...units }}
        references={referencesOf(kind.fields)}
        hideLabel
      />
      {message !== undefined && (
        <p role="alert" className={styles.fault}>
          {message}
        </p>
      )}
      <div className={styles.buttons}>
        <Button size="small" variant="primary" pending={pending} onPress={() => save(value)}>
          Save
        </Button>
        <Button size="small" onPress={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

interface FieldDraft {
  readonly value: unknown;
  /** The record that the person saw, of which another version may be there when the draft is opened again. */
  readonly base: CubitRecord;
}

/** Saves one field with the version that it was read from. */
function useFieldEdit({ record, field, draftKey, onClose }: Omit<FieldEditorProps, 'autoFocus'>) {
  const changes = useRecordChanges();
  const fields = [fieldOfKind(field)];
  const [draft] = useState(() => readDraft<FieldDraft>(draftKey));
  const [base] = useState(draft?.base ?? record);
  const before = plainFields(base)[field.name];
  const [value, setTyped] = useState<unknown>(() => (draft ? draft.value : before));
  const setValue = (next: unknown) => {
    setTyped(next);
    if (same(next ?? '', before ?? '')) dropDraft(draftKey);
    else keepDraft(draftKey, { value: next, base });
  };
  const cancel = () => {
    dropDraft(draftKey);
    onClose();
  };
  const [faults, setFaults] = useState<Faults>({});
  const [message, setMessage] = useState<string>();
  const [pending, setPending] = useState(false);
  const [theirs, setTheirs] = useState<CubitRecord>();
  const saveFrom = async (from: CubitRecord, next: unknown): Promise<void> => {
    const patch = patchOf(fields, { [field.name]: before }, { [field.name]: next });
    if (Object.keys(patch).length === 0 || same(patch[field.name], from.fields[field.name])) return cancel();
    try {
      const text = `Changed ${field.title} of “${from.title}”`;
      await changes.update(from, { fields: patch }, { text });
      cancel();
    } catch (error) {
      if (!(error instanceof ChangedSince)) throw error;
      setTheirs(error.now);
    }
  };
  const save = (next: unknown) => {
    if (pending) return;
    const found = checkValues(fields, { [field.name]: next });
    setFaults(found);
    setMessage(undefined);
    if (Object.keys(found).length > 0) return;
    setPending(true);
    void saveFrom(theirs ?? base, next)
      .catch((error: unknown) => {
        const split = splitError(error, { base: '/fields', shown: [field.name] });
        setFaults(split.at);
        setMessage(split.message);
      })
      .finally(() => setPending(false));
  };
  return { value, setValue, save, faults, message, pending, theirs, cancel };
}

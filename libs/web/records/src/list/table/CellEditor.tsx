import { messageOf } from '@cubit/web-contract';
import { ChangedSince, type CubitRecord, isApiError, type UiKind } from '@cubit/web-client';
import { useToasts } from '@cubit/web-kit';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { FieldInput } from '../edit/FieldInput.js';
import { sentValue } from '../edit/sent-value.js';
import type { ShownField } from '../../cells/index.js';
import { plain } from '../../app/change-fields.js';
import { useRecordChanges } from '../../app/record-changes.js';
import { useChanges } from '../../app/use-changes.js';
import { valueOf } from '../model/value-of.js';
import { useTable } from './table-context.js';
import styles from './CellEditor.module.css';

export interface CellEditorProps {
  readonly kind: UiKind;
  readonly field: ShownField;
  readonly record: CubitRecord;
  readonly onClose: () => void;
}

/**
 * Edits one value in its cell. Enter saves, as does leaving it; Escape does not; a refused value stays with the reason. Where somebody else was faster, a second
 * Enter replaces their value.
 */
export function CellEditor({ kind, field, record, onClose }: CellEditorProps) {
  const { store } = useTable();
  const [base, setBase] = useState(record);
  const before = valueOf(base, field);
  const [value, setValue] = useState(before);
  const [error, setError] = useState<string>();
  const done = useRef(false);
  const changes = useRecordChanges();
  const { fail } = useChanges();
  const toasts = useToasts();
  const isUnchanged = (next: unknown) =>
    JSON.stringify(plain(next)) === JSON.stringify(plain(before)) || (next === '' && before === null);
  const save = async (next: unknown) => {
    if (done.current) return;
    if (isUnchanged(next)) return close();
    done.current = true;
    const sent =
      field.type === 'tags'
        ? { tags: plain(next ?? []) as string[] }
        : { fields: { [field.name]: sentValue(field, next) } };
    try {
      await changes.update(base, sent, { text: `${field.title} of “${record.title}” changed`, store });
      onClose();
    } catch (refused) {
      done.current = false;
      if (refused instanceof ChangedSince) {
        const text = `${refused.message} Enter replaces their value.`;
        setBase(refused.now);
        setError(text);
        toasts.show({ text, tone: 'warn' });
        return;
      }
      const fault = isApiError(refused) ? refused.details[0]?.message : undefined;
      setError(fault ?? messageOf(refused));
      if (fault === undefined) fail(refused);
    }
  };
  const close = () => {
    done.current = true;
    onClose();
  };
  useSaveOnLeave(!isUnchanged(value) && error === undefined, () => void save(value));
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') close();
    if (event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing) void save(value);
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget) && error === undefined) void save(value);
  };
  return (
    <div className={styles.editor} onKeyDown={onKeyDown} onBlur={onBlur}>
      <FieldInput
        {...{ kind, field, value, error }}
        autoFocus
        hideLabel
        onChange={(next) => {
          setError(undefined);
          setValue(next);
        }}
        onChosen={(next) => void save(next)}
      />
    </div>
  );
}

/** A row that scrolls away and a page that is left take the editor with them: what was typed is saved. The browser asks before the tab goes. */
function useSaveOnLeave(isTyped: boolean, save: () => void): void {
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = isTyped ? save : () => {};
  });
  useEffect(() => () => leave.current(), []);
  useEffect(() => {
    if (!isTyped) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isTyped]);
}

import { messageOf, sentence } from '@cubit/web-contract';
import { ChangedSince, type CubitRecord, isApiError, type UiKind } from '@cubit/web-client';
import { Icon } from '@cubit/web-kit';
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { FieldControl } from '../../forms/controls/FieldControl.js';
import { isChosen } from '../../forms/model/form-field.js';
import type { ShownField } from '../../cells/shown-field.js';
import { fieldOfList } from '../edit/field-of-list.js';
import { sentValue } from '../edit/sent-value.js';
import { same } from '../../forms/model/merge-patch.js';
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
  const input = fieldOfList(kind, field);
  const [value, setValue] = useState(before);
  const [error, setError] = useState<string>();
  const done = useRef(false);
  const isGone = useIsGone();
  const changes = useRecordChanges();
  const { fail } = useChanges();
  const isUnchanged = (next: unknown) => same(sentValue(input, next), sentValue(input, before));
  const save = async (next: unknown) => {
    if (done.current) return;
    if (isUnchanged(next)) return close();
    const sent = sentValue(input, next);
    done.current = true;
    const body = field.type === 'tags' ? { tags: (sent ?? []) as string[] } : { fields: { [field.name]: sent } };
    try {
      await changes.update(base, body, { text: `${field.title} of “${record.title}” changed`, store });
      onClose();
    } catch (refused) {
      done.current = false;
      // Another cell is edited by now.
      if (isGone()) return fail(refused);
      if (refused instanceof ChangedSince) {
        setBase(refused.now);
        setError(`${refused.message} Enter replaces their value.`);
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
  const change = (next: unknown) => {
    setError(undefined);
    setValue(next);
    if (isChosen(input)) void save(next);
  };
  const path = `/${field.name}`;
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') close();
    if (event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing) void save(value);
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget) && error === undefined) void save(value);
  };
  return (
    <div className={styles.editor} data-editor onKeyDown={onKeyDown} onBlur={onBlur}>
      <FieldControl
        density="cell"
        field={input}
        value={value}
        onChange={change}
        path={path}
        faults={error === undefined ? {} : { [path]: error }}
        siblings={record.fields}
        autoFocus
        hideLabel
      />
      {error !== undefined && (
        <p className={styles.fault} role="alert">
          <Icon name="circle-alert" size={14} />
          {sentence(error)}
        </p>
      )}
    </div>
  );
}

/** Whether the component is drawn no longer. */
function useIsGone(): () => boolean {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return useCallback(() => gone.current, []);
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

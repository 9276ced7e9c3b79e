import { type CubitRecord, hasDraft, type UiField, type UiKind } from '@cubit/web-client';
import { withTitles } from '@cubit/web-contract';
import { Button, Icon } from '@cubit/web-kit';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { useWorkspace } from '../app/workspace-context.js';
import { CellValue } from '../cells/CellValue.js';
import { isObjectOf } from '../cells/entry-columns.js';
import { isEmpty } from '../forms/model/encode.js';
import { canEditField, fieldDraftKey } from './facts.js';
import { FieldEditor } from './FieldEditor.js';
import { MembersValue } from './MembersValue.js';
import styles from './record.module.css';

/** Its description, with the titles of other fields. */
const helpOf = ({ fields }: UiKind, { description }: UiField) =>
  description === null
    ? undefined
    : withTitles(description, (name) => fields.find((other) => other.name === name)?.title);

export interface FieldRowProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  readonly field: UiField;
  /** The editor is open from the start. */
  readonly editing?: boolean;
}

/** A field with its value. */
export function FieldRow(props: FieldRowProps) {
  const { kind, record, field } = props;
  const value = record.fields[field.name];
  return (
    <EditableField
      {...props}
      frame={(content, isEditing) => (
        <div className={styles.row} data-field-row data-drive={isEditing ? undefined : `field:${field.name}`}>
          <span className={styles.label} title={helpOf(kind, field)}>
            {field.title}
          </span>
          {content}
        </div>
      )}
    >
      {isEmpty(value) ? (
        <span className={styles.missing}>{canEditField(kind, field, record) ? 'Add' : 'None'}</span>
      ) : (
        <FieldValue {...{ kind, record, field, value }} />
      )}
    </EditableField>
  );
}

/** An object is shown by its members. */
function FieldValue({ kind, record, field, value }: FieldRowProps & { readonly value: unknown }) {
  if (isObjectOf(field, value)) return <MembersValue {...{ kind, field, value }} />;
  return <CellValue {...{ kind, field, value }} fields={record.fields} />;
}

export interface EditableFieldProps extends FieldRowProps {
  /** What stands around the value, or around the editor in its place. */
  readonly frame: (content: ReactNode, isEditing: boolean) => ReactNode;
  /** The value. */
  readonly children: ReactNode;
}

type Editing = 'no' | 'yes' | 'resumed';

/** A value that a click edits in place; what was typed and not saved is there again, wherever the person was meanwhile. */
export function EditableField({ frame, children, ...props }: EditableFieldProps) {
  const { kind, record, field } = props;
  const { slug } = useWorkspace();
  const draftKey = fieldDraftKey(slug, record, field);
  const canEdit = canEditField(kind, field, record);
  const [editing, setEditing] = useState<Editing>(() =>
    canEdit && hasDraft(draftKey) ? 'resumed' : props.editing === true ? 'yes' : 'no',
  );
  const shown = useRef<HTMLDivElement>(null);
  const editUnlessLink = ({ target }: MouseEvent) => {
    if (!(target instanceof Element && target.closest('a'))) setEditing('yes');
  };
  const close = () => {
    setEditing('no');
    // The focus stays where it was.
    window.setTimeout(() => shown.current?.querySelector<HTMLElement>('[data-edit]')?.focus());
  };
  if (editing !== 'no')
    return frame(
      <FieldEditor {...{ kind, record, field, draftKey }} autoFocus={editing === 'yes'} onClose={close} />,
      true,
    );
  return frame(
    <div ref={shown} className={styles.value}>
      <span className={styles.shown} onClick={canEdit ? editUnlessLink : undefined}>
        {children}
      </span>
      {canEdit && (
        <button
          type="button"
          data-edit
          className={styles.edit}
          aria-label={`Edit ${field.title}`}
          onClick={() => setEditing('yes')}
        >
          <Icon name="pencil" size={14} />
        </button>
      )}
      {canEdit && hasDraft(draftKey) && (
        <Button size="small" onPress={() => setEditing('yes')}>
          Go on with your draft
        </Button>
      )}
    </div>,
    false,
  );
}

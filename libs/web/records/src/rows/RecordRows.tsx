import { type CubitRecord, pagePaths, type UiAction, type UiField, type UiKind } from '@cubit/web-client';
import { Button } from '@cubit/web-kit';
import { useState } from 'react';
import { useWorkspace } from '../app/workspace-context.js';
import { NamedValue, titleOf } from '../cells/index.js';
import { ActionDialog } from '../forms/dialogs/ActionDialog.js';
import { applies } from '../forms/model/condition.js';
import { isEmpty } from '../forms/model/encode.js';
import { useStartAction } from '../record/use-start-action.js';
import styles from './RecordRows.module.css';

export interface RecordRowsProps {
  readonly kind: UiKind;
  readonly records: readonly CubitRecord[];
  /** Shown behind the title; those without a value are left out. */
  readonly fields: readonly UiField[];
  /** Offered for each record to which its hints apply. */
  readonly action?: UiAction | undefined;
}

export function RecordRows({ kind, records, fields, action }: RecordRowsProps) {
  const { slug } = useWorkspace();
  return (
    <ul className={styles.rows}>
      {records.map((record) => (
        <li key={record.id} data-row className={styles.row} data-drive={`record:${record.kind}/${record.id}`}>
          <a data-row-link className={styles.title} href={pagePaths.record(slug, record.kind, record.id)}>
            {titleOf(record, kind)}
          </a>
          <span className={styles.values}>
            {fields
              .filter(({ name }) => !isEmpty(record.fields[name]))
              .map((field) => (
                <NamedValue
                  key={field.name}
                  {...{ kind, field }}
                  value={record.fields[field.name]}
                  fields={record.fields}
                />
              ))}
          </span>
          {action?.can === true && (action.ui.visible === undefined || applies(action.ui.visible, record.fields)) && (
            <RowAction kind={kind} record={record} action={action} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface RowActionProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  readonly action: UiAction;
}

function RowAction({ kind, record, action }: RowActionProps) {
  const [asking, setAsking] = useState(false);
  const title = titleOf(record, kind);
  const ref = { kind: record.kind, id: record.id, title };
  const { start, running } = useStartAction(ref, () => setAsking(true));
  return (
    <>
      <Button
        size="small"
        icon={action.ui.icon}
        label={`${action.title}: ${title}`}
        pending={running !== undefined}
        className={styles.action}
        drive={`action:${action.id}`}
        onPress={() => void start(action)}
      >
        {action.title}
      </Button>
      {asking && <ActionDialog open action={action} record={ref} onClose={() => setAsking(false)} />}
    </>
  );
}

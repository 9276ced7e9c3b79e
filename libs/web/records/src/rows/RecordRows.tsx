import { type CubitRecord, pagePaths, type UiAction, type UiField, type UiKind } from '@cubit/web-client';
import { Button, Row, Rows } from '@cubit/web-kit';
import { useState } from 'react';
import { useWorkspace } from '../app/workspace-context.js';
import { NamedValue, titleOf } from '../cells/index.js';
import { ActionDialog } from '../forms/dialogs/ActionDialog.js';
import { isOffered } from '../forms/model/condition.js';
import { isEmpty } from '../forms/model/encode.js';
import { useStartAction } from '../record/use-start-action.js';

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
  const offers = (record: CubitRecord) => action?.can === true && isOffered(action.ui, record);
  return (
    <Rows>
      {records.map((record) => (
        <Row
          key={record.id}
          title={titleOf(record, kind)}
          href={pagePaths.record(slug, record.kind, record.id)}
          drive={`record:${record.kind}/${record.id}`}
          details={fields
            .filter(({ name }) => !isEmpty(record.fields[name]))
            .map((field) => (
              <NamedValue
                key={field.name}
                {...{ kind, field }}
                value={record.fields[field.name]}
                fields={record.fields}
              />
            ))}
          actions={action && offers(record) ? <RowAction {...{ kind, record, action }} /> : undefined}
        />
      ))}
    </Rows>
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
        drive={`action:${action.id}`}
        onPress={() => void start(action)}
      >
        {action.title}
      </Button>
      {asking && <ActionDialog open action={action} record={ref} onClose={() => setAsking(false)} />}
    </>
  );
}

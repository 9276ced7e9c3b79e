import { EmptyState } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { AttachCode } from './AttachCode.js';
import { CreateFromCode } from './CreateFromCode.js';
import { isAttachable, isCreatable } from './scan-field.js';
import styles from './ScanPage.module.css';

export interface UnknownCodeProps {
  readonly code: string;
}

/** A code that no record has: a record is made with it, or gets it. */
export function UnknownCode({ code }: UnknownCodeProps) {
  const { ui } = useWorkspace();
  const creatable = ui.kinds.filter(isCreatable);
  const attachable = ui.kinds.filter(isAttachable);
  return (
    <>
      <EmptyState icon="scan-line" title={`No record has the code ${code}`}>
        {creatable.length + attachable.length > 0
          ? 'Create a record with it, attach it to one, or scan again.'
          : 'Scan again, or ask an admin for the right to change records.'}
      </EmptyState>
      <div className={styles.unknown}>
        {creatable.length > 0 && <CreateFromCode code={code} kinds={creatable} />}
        {attachable.length > 0 && <AttachCode code={code} kinds={attachable} />}
      </div>
    </>
  );
}

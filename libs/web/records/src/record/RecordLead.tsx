import { type CubitRecord, pagePaths, type UiKind } from '@cubit/web-client';
import { Icon } from '@cubit/web-kit';
import { useRecordTitle } from '../app/queries.js';
import { useWorkspace } from '../app/workspace-context.js';
import { CellValue } from '../cells/CellValue.js';
import { useFileAddress } from '../files/files.js';
import styles from './record.module.css';

const COVER_WIDTH = 240;

/** Below the title: where the record belongs, its status and its picture. */
export function RecordLead({ kind, record }: { readonly kind: UiKind; readonly record: CubitRecord }) {
  const { slug } = useWorkspace();
  const address = useFileAddress();
  const cover = kind.ui.cover === undefined ? undefined : record.fields[kind.ui.cover];
  const status = kind.fields.find(({ name, ui }) => name === kind.lifecycle?.field || ui.widget === 'status');
  return (
    <span className={styles.lead}>
      {typeof cover === 'string' && <img src={address(cover, COVER_WIDTH)} alt={kind.title} className={styles.cover} />}
      <a href={pagePaths.kind(slug, kind.id)} className={styles.leadLink}>
        {kind.ui.icon !== undefined && <Icon name={kind.ui.icon} size={14} />}
        {kind.plural}
      </a>
      {kind.ui.parent !== undefined && typeof record.fields[kind.ui.parent] === 'string' && (
        <ParentLink kind={kind} id={String(record.fields[kind.ui.parent])} />
      )}
      {status !== undefined && (
        <CellValue kind={kind} field={status} value={record.fields[status.name]} fields={record.fields} />
      )}
    </span>
  );
}

function ParentLink({ kind, id }: { readonly kind: UiKind; readonly id: string }) {
  const { slug } = useWorkspace();
  const title = useRecordTitle(kind.id, id);
  return (
    <a href={pagePaths.record(slug, kind.id, id)} className={styles.leadLink}>
      {title ?? '…'}
    </a>
  );
}

import { type CubitRecord, isApiError, pagePaths, type UiKind } from '@cubit/web-client';
import { Banner, Button, ErrorState, Skeleton } from '@cubit/web-kit';
import { useSearchParams, useSetSearch, withSearch } from '../app/address.js';
import { Page } from '../app/Page.js';
import { useRecord } from '../app/queries.js';
import { useChanges } from '../app/use-changes.js';
import { useRecordChanges } from '../app/record-changes.js';
import { useWorkspace } from '../app/workspace-context.js';
import { titleOf } from '../cells/value-text.js';
import { ActionDialog } from '../forms/dialogs/ActionDialog.js';
import { CreateDialog } from '../forms/dialogs/CreateDialog.js';
import { EditableFacts } from './EditableFacts.js';
import { FilesPanel } from './FilesPanel.js';
import { HistoryPanel } from './HistoryPanel.js';
import { RecordActions } from './RecordActions.js';
import { LeadFields, RecordFields } from './RecordFields.js';
import { RecordLead } from './RecordLead.js';
import { RecordPicture } from './RecordPicture.js';
import { RelatedPanels } from './RelatedPanels.js';
import { UsedByPanel } from './UsedByPanel.js';
import { useTitled } from './use-titled.js';
import styles from './record.module.css';

export interface RecordPageProps {
  readonly kind: UiKind;
  readonly id: string;
}

/** The page of any record: its actions, fields, related records, files and history. */
export function RecordPage({ kind, id }: RecordPageProps) {
  const { data: record, error, refetch, isFetching } = useRecord(kind.id, id);
  if (record) return <LoadedRecord kind={kind} record={record} />;
  if (error) {
    const missing = isApiError(error) && error.status === 404;
    return (
      <Page title={missing ? `${kind.title} not found` : kind.title}>
        <ErrorState
          error={error}
          message={missing ? `This ${kind.title.toLowerCase()} does not exist, or was deleted permanently.` : undefined}
          onRetry={missing ? undefined : () => void refetch()}
          retrying={isFetching}
        >
          <ListLink kind={kind} />
        </ErrorState>
      </Page>
    );
  }
  return (
    <Page title={kind.title} busy>
      <Skeleton shape="rows" count={8} />
    </Page>
  );
}

function ListLink({ kind }: { readonly kind: UiKind }) {
  const { slug } = useWorkspace();
  return <a href={pagePaths.kind(slug, kind.id)}>All {kind.plural.toLowerCase()}</a>;
}

const TABS = [
  { id: '', title: 'Overview' },
  { id: 'used-by', title: 'Used by' },
  { id: 'files', title: 'Files' },
  { id: 'history', title: 'History' },
];

function LoadedRecord({ kind, ...props }: { readonly kind: UiKind; readonly record: CubitRecord }) {
  const record = useTitled(props.record, kind);
  const { slug } = useWorkspace();
  const search = useSearchParams();
  const panel = TABS.some(({ id }) => id === search['panel']) ? (search['panel'] ?? '') : '';
  const path = pagePaths.record(slug, kind.id, record.id);
  const tab = (id: string) => withSearch(path, { ...search, panel: id, do: undefined, with: undefined });
  return (
    <Page
      title={titleOf(record, kind)}
      lead={<RecordLead kind={kind} record={record} />}
      actions={record.deleted_at === null ? <RecordActions kind={kind} record={record} withKeys /> : undefined}
    >
      {record.deleted_at !== null && <TrashBanner record={record} kind={kind} />}
      <EditableFacts key={record.id} kind={kind} record={record} />
      <nav aria-label={`Parts of this ${kind.title.toLowerCase()}`} className={styles.tabs}>
        {TABS.map(({ id, title }) => (
          <a key={id} href={tab(id)} className={styles.tab} aria-current={id === panel ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {panel === '' && (
        <>
          <RecordPicture kind={kind} record={record} />
          <LeadFields key={record.id} kind={kind} record={record} />
          <RelatedPanels kind={kind} record={record} lead />
          <div className={styles.overview}>
            <RecordFields key={record.id} kind={kind} record={record} withoutLead />
            <RelatedPanels kind={kind} record={record} />
          </div>
        </>
      )}
      {panel === 'used-by' && <UsedByPanel kind={kind} record={record} />}
      {panel === 'files' && <FilesPanel record={record} canWrite={kind.can.update} />}
      {panel === 'history' && <HistoryPanel kind={kind} record={record} />}
      <AddressDialogs kind={kind} record={record} />
    </Page>
  );
}

/** Dialogs that the address opens: `?do=module:action`, with the input of `?with=`, and `?new=1`. */
function AddressDialogs({ kind, record }: { readonly kind: UiKind; readonly record: CubitRecord }) {
  const search = useSearchParams();
  const setSearch = useSetSearch();
  const { action: actionOf } = useWorkspace();
  const action = search['do'] !== undefined && kind.actions.includes(search['do']) ? actionOf(search['do']) : undefined;
  const ref = { kind: record.kind, id: record.id, title: titleOf(record, kind) };
  return (
    <>
      {action?.can === true && (
        <ActionDialog
          open
          {...{ action, record: ref }}
          given={search['with']}
          onClose={() => setSearch({ do: undefined, with: undefined })}
        />
      )}
      {search['new'] !== undefined && kind.can.create && (
        <CreateDialog open kind={kind} onClose={() => setSearch({ new: undefined })} />
      )}
    </>
  );
}

function TrashBanner({ kind, record }: { readonly kind: UiKind; readonly record: CubitRecord }) {
  const changes = useRecordChanges();
  const { fail } = useChanges();
  const restore = () => void changes.restore(record).catch(fail);
  return (
    <Banner
      tone="warn"
      icon="trash-2"
      action={kind.can.delete ? <Button onPress={restore}>Restore</Button> : undefined}
    >
      This {kind.title.toLowerCase()} is in the trash.
    </Banner>
  );
}

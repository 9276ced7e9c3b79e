import { apiPaths, type CubitRecord, pagePaths, type UiKind } from '@cubit/web-client';
import { Button, ConfirmDialog, EmptyState, ErrorState, LinkButton, RelativeTime, Skeleton } from '@cubit/web-kit';
import { useState } from 'react';
import { queryKeys } from '../app/query-keys.js';
import { useApp } from '../app/app-context.js';
import { Page } from '../app/Page.js';
import { useRecords } from '../app/queries.js';
import { useRecordChanges } from '../app/record-changes.js';
import { useChanges } from '../app/use-changes.js';
import { useWorkspace } from '../app/workspace-context.js';
import { titleOf } from '../cells/index.js';
import styles from './TrashPage.module.css';

const STEP = 50;
const MOST = 200;

/** Deleted records of a kind: restore them, or delete them permanently. */
export function TrashPage({ kind }: { readonly kind: UiKind }) {
  const { slug } = useWorkspace();
  const [limit, setLimit] = useState(STEP);
  const { data, error, isPending, refetch } = useRecords(kind.id, { deleted: true, sort: '-updated_at', limit });
  const plural = kind.plural.toLowerCase();
  const back = (
    <LinkButton icon="chevron-left" href={pagePaths.kind(slug, kind.id)}>
      {kind.plural}
    </LinkButton>
  );
  return (
    <Page
      narrow
      title={`Trash of ${plural}`}
      actions={back}
      lead="Records stay here until they are restored or deleted permanently."
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton shape="rows" count={6} />
      ) : data.data.length === 0 ? (
        <EmptyState icon="trash-2" title="The trash is empty" action={back} />
      ) : (
        <ul className={styles.list}>
          {data.data.map((record) => (
            <TrashRow key={record.id} kind={kind} record={record} />
          ))}
        </ul>
      )}
      {data?.next_cursor && limit < MOST && <Button onPress={() => setLimit(limit + STEP)}>Show more</Button>}
    </Page>
  );
}

interface TrashRowProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
}

function TrashRow({ kind, record }: TrashRowProps) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const changes = useRecordChanges();
  const { attempt, fail } = useChanges();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const title = titleOf(record, kind);
  const restore = async () => {
    setPending(true);
    await changes.restore(record).catch(fail);
    setPending(false);
  };
  const remove = () => {
    setAsking(false);
    void attempt({
      run: () => api.delete(apiPaths.record(slug, record.kind, record.id), { query: { permanent: true } }),
      done: `“${title}” deleted permanently`,
      refresh: [queryKeys.records(slug, kind.id)],
    });
  };
  return (
    <li className={styles.row}>
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {record.deleted_at !== null && (
          <span className={styles.when}>
            Deleted <RelativeTime at={record.deleted_at} />
          </span>
        )}
      </span>
      {kind.can.delete && (
        <>
          <Button
            size="small"
            icon="undo-2"
            pending={pending}
            label={`Restore ${title}`}
            onPress={() => void restore()}
          >
            Restore
          </Button>
          <Button
            size="small"
            variant="quiet"
            icon="trash-2"
            label={`Delete permanently: ${title}`}
            onPress={() => setAsking(true)}
          >
            Delete permanently
          </Button>
        </>
      )}
      <PermanentDialog open={asking} title={title} onConfirm={remove} onClose={() => setAsking(false)} />
    </li>
  );
}

interface PermanentDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function PermanentDialog({ title, ...props }: PermanentDialogProps) {
  return (
    <ConfirmDialog {...props} danger title={`Delete “${title}” permanently?`} confirm="Delete permanently">
      <p>This cannot be undone. Its history is deleted too.</p>
    </ConfirmDialog>
  );
}

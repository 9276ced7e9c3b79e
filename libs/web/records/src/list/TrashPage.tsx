import { apiPaths, type CubitRecord, pagePaths, type UiKind } from '@cubit/web-client';
import { Button, ConfirmDialog, EmptyState, LinkButton, RelativeTime, Skeleton, useToasts } from '@cubit/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '../app/app-context.js';
import { Page } from '../app/Page.js';
import { useRecords } from '../app/queries.js';
import { useWorkspace } from '../app/workspace-context.js';
import { titleOf } from '../cells/index.js';
import { failure } from './edit/use-change.js';
import { ListError } from './ListError.js';
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
        <ListError error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton shape="rows" count={6} />
      ) : data.data.length === 0 ? (
        <EmptyState icon="trash-2" title="The trash is empty" action={back} />
      ) : (
        <ul className={styles.list}>
          {data.data.map((record) => (
            <TrashRow key={record.id} kind={kind} record={record} onDone={() => void refetch()} />
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
  readonly onDone: () => void;
}

function TrashRow({ kind, record, onDone }: TrashRowProps) {
  const { api, undo } = useApp();
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const path = apiPaths.record(slug, record.kind, record.id);
  const title = titleOf(record, kind);
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setPending(true);
    try {
      await work();
      onDone();
      void queries.invalidateQueries({ queryKey: ['records', slug, kind.id] });
      return true;
    } catch (error) {
      toasts.show(failure(error));
      return false;
    } finally {
      setPending(false);
    }
  };
  const restore = async () => {
    if (!(await attempt(() => api.post(`${path}/restore`)))) return;
    const step = { title: `“${title}” restored`, undo: () => api.delete(path).then(onDone) };
    undo.push(step);
    toasts.show({
      text: step.title,
      onUndo: () => void undo.undo(step).catch((error: unknown) => toasts.show(failure(error))),
    });
  };
  const remove = async () => {
    setAsking(false);
    if (await attempt(() => api.delete(path, { query: { permanent: true } })))
      toasts.show({ text: `“${title}” deleted permanently` });
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
            label={`Delete ${title} permanently`}
            onPress={() => setAsking(true)}
          >
            Delete permanently
          </Button>
        </>
      )}
      <PermanentDialog open={asking} title={title} onConfirm={() => void remove()} onClose={() => setAsking(false)} />
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

import type { CubitRecord, Page, RecordRef } from '@cubit/web-client';
import { ErrorState, Icon, IconButton, Panel, RelativeTime, Skeleton } from '@cubit/web-kit';
import { FileDrop } from '@cubit/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../app/query-keys.js';
import { useApp } from '../app/app-context.js';
import { useChanges } from '../app/use-changes.js';
import { useWorkspace } from '../app/workspace-context.js';
import { isImage, type StoredFile, useFileAddress, useUpload } from '../files/files.js';
import styles from './record.module.css';

export interface FilesPanelProps {
  readonly record: CubitRecord;
  readonly canWrite: boolean;
}

/** Files that are attached to a record. */
export function FilesPanel({ record, canWrite }: FilesPanelProps) {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  const { attempt } = useChanges();
  const upload = useUpload();
  const [pending, setPending] = useState(0);
  const queryKey = queryKeys.recordPart(slug, record, ['files']);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (
        await api.get<Page<StoredFile>>(path('/files'), {
          query: { kind: record.kind, record_id: record.id, limit: 200 },
          signal,
        })
      ).data,
  });
  const take = async (files: readonly File[]) => {
    setPending(files.length);
    for (const file of files) {
      await attempt({
        run: () => upload(file, { kind: record.kind, id: record.id }),
        undo: ({ id }) => api.delete(path(`/files/${id}`)),
        done: ({ name }) => `Added “${name}”`,
        refresh: [queryKey],
      });
      setPending((left) => left - 1);
    }
  };
  const attach = ({ id }: StoredFile, to: RecordRef | null) => api.patch(path(`/files/${id}`), { attached_to: to });
  /** The file is detached, not deleted, so that it can come back; without a record it is deleted after a week. */
  const detach = (file: StoredFile) =>
    attempt({
      run: () => attach(file, null),
      undo: () => attach(file, { kind: record.kind, id: record.id }),
      done: `Removed “${file.name}”`,
      refresh: [queryKey],
    });
  return (
    <Panel title="Files" icon="paperclip" count={data?.length} busy={pending > 0}>
      {canWrite && (
        <FileDrop
          label="Add files"
          hideLabel
          multiple
          prompt={pending > 0 ? `Uploading ${pending}…` : undefined}
          onFiles={(files) => void take(files)}
        />
      )}
      {!data && !error && <Skeleton shape="rows" />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className={styles.none}>No files yet: drawings, data sheets, photos.</p>}
      <ul className={styles.files}>
        {data?.map((file) => (
          <FileItem key={file.id} file={file} onRemove={canWrite ? () => void detach(file) : undefined} />
        ))}
      </ul>
    </Panel>
  );
}

const PREVIEW_WIDTH = 240;
const KIB = 1_024;

function FileItem({ file, onRemove }: { readonly file: StoredFile; readonly onRemove: (() => void) | undefined }) {
  const address = useFileAddress();
  const size =
    file.size < KIB * KIB
      ? `${Math.max(1, Math.round(file.size / KIB))} KiB`
      : `${(file.size / KIB / KIB).toFixed(1)} MiB`;
  return (
    <li data-row className={styles.fileItem}>
      {isImage(file) ? (
        <img src={address(file.id, PREVIEW_WIDTH)} alt="" className={styles.preview} loading="lazy" />
      ) : (
        <Icon name="file" size={24} />
      )}
      <a data-row-link href={address(file.id)} target="_blank" rel="noopener" className={styles.fileName}>
        {file.name}
      </a>
      <span className={styles.none}>
        {size}, <RelativeTime at={file.created_at} />
      </span>
      {onRemove && <IconButton icon="x" size="small" label={`Remove ${file.name}`} onPress={onRemove} />}
    </li>
  );
}

import { type CubitRecord, isApiError, type Page } from '@cubit/web-client';
import { ErrorState, Icon, IconButton, Panel, RelativeTime, Skeleton } from '@cubit/web-kit';
import { FileDrop } from '@cubit/web-kit/forms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '../app/app-context.js';
import { useChange, useFailure } from '../app/use-change.js';
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
  const queries = useQueryClient();
  const report = useChange();
  const fail = useFailure();
  const upload = useUpload();
  const [pending, setPending] = useState(0);
  const queryKey = ['record', slug, record.kind, record.id, 'files'];
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
  const refresh = () => queries.invalidateQueries({ queryKey });
  const take = async (files: readonly File[]) => {
    setPending(files.length);
    for (const file of files) {
      try {
        const stored = await upload(file, { kind: record.kind, id: record.id });
        report({ text: `Added “${stored.name}”`, undo: () => api.delete(path(`/files/${stored.id}`)) });
      } catch (failure) {
        fail(failure);
      }
      setPending((left) => left - 1);
      await refresh();
    }
  };
  /** The file is detached, not deleted, so that it can come back; without a record it is deleted after a week. */
  const detach = async (file: StoredFile) => {
    try {
      await api.patch(path(`/files/${file.id}`), { attached_to: null });
      const attached = { kind: record.kind, id: record.id };
      report({
        text: `Removed “${file.name}”`,
        undo: () => api.patch(path(`/files/${file.id}`), { attached_to: attached }),
      });
      await refresh();
    } catch (failure) {
      fail(failure);
    }
  };
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
      {error && (
        <ErrorState
          message={error.message}
          requestId={isApiError(error) ? (error.requestId ?? undefined) : undefined}
          onRetry={() => void refetch()}
        />
      )}
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
    <li className={styles.fileItem}>
      {isImage(file) ? (
        <img src={address(file.id, PREVIEW_WIDTH)} alt="" className={styles.preview} loading="lazy" />
      ) : (
        <Icon name="file" size={24} />
      )}
      <a href={address(file.id)} target="_blank" rel="noopener" className={styles.fileName}>
        {file.name}
      </a>
      <span className={styles.none}>
        {size}, <RelativeTime at={file.created_at} />
      </span>
      {onRemove && <IconButton icon="x" size="small" label={`Remove ${file.name}`} onPress={onRemove} />}
    </li>
  );
}

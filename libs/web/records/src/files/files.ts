import type { RecordRef } from '@cubit/web-client';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { queryKeys } from '../app/query-keys.js';
import { useApp } from '../app/app-context.js';
import { useWorkspace } from '../app/workspace-context.js';

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly size: number;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly attached_to: RecordRef | null;
}

const PREVIEW_WIDTH = 240;

/** Uploads a file, attached to a record where one is given. */
export function useUpload(): (file: File, attachedTo?: RecordRef) => Promise<StoredFile> {
  const { api } = useApp();
  const { path } = useWorkspace();
  return useCallback(
    (file, attachedTo) => {
      const body = new FormData();
      if (attachedTo) body.set('attached_to', JSON.stringify({ kind: attachedTo.kind, id: attachedTo.id }));
      body.set('file', file);
      return api.post<StoredFile>(path('/files'), body);
    },
    [api, path],
  );
}

/** Address of the content of a file, in the browser. */
export function useFileAddress(): (id: string, width?: number) => string {
  const { path } = useWorkspace();
  return useCallback(
    (id, width) => `/api/v1${path(`/files/${id}/content`)}${width === undefined ? '' : `?w=${width}`}`,
    [path],
  );
}

export const isImage = ({ media_type: type }: Pick<StoredFile, 'media_type'>): boolean =>
  type.startsWith('image/') && type !== 'image/svg+xml';

export function useFile(id: string) {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  const address = useFileAddress();
  const { data: file } = useQuery({
    queryKey: queryKeys.file(slug, id),
    queryFn: ({ signal }) => api.get<StoredFile>(path(`/files/${id}`), { signal }),
    staleTime: Infinity,
  });
  return { file, href: address(id), preview: file && isImage(file) ? address(id, PREVIEW_WIDTH) : undefined };
}

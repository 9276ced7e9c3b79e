import { Type } from 'typebox';
import { idParam, workspaceParam, type CapabilityHost, type WorkspaceAccess } from '@cubit/core';
import type { BlobStore } from '../store/blob-store.js';
import type { FileRow } from '../tables/file-row.js';
import type { Spool } from '../upload/spool.js';

export const FILE_PATH = '/api/v1/orgs/{workspace}/files';
export const FILE_TAG = 'Files';
export const fileParams = Type.Object({ workspace: workspaceParam, id: idParam('The file.') });

/** What the routes of files are made of. */
export interface FileRoutes {
  readonly host: CapabilityHost;
  readonly store: BlobStore;
  readonly spool: Spool;
  readonly maxBytes: number;
  readonly quotaBytes: number | null;
  /** The file, or `404 not_found`. What belongs to a record of a disabled module is hidden with it. */
  readFile(workspace: WorkspaceAccess, id: string): Promise<FileRow>;
}

import { Type } from 'typebox';
import { idParam } from '@cubit/core';
import { type WorkspaceAccess, workspaceParam } from '@cubit/core/host';
import type { CapabilityHost } from '@cubit/runtime';
import type { BlobStore } from '../store/blob-store.js';
import type { FileRow } from '../tables/file-row.js';
import type { Spool } from '../upload/spool.js';

export const FILE_PATH = '/api/v1/orgs/{workspace}/files';
export const FILE_TAG = 'Files';
export const fileParams = Type.Object({ workspace: workspaceParam, id: idParam('The file.') });

/** Dependencies of the file routes. */
export interface FileRoutes {
  readonly host: CapabilityHost;
  readonly store: BlobStore;
  readonly spool: Spool;
  readonly maxBytes: number;
  readonly quotaBytes: number | null;
  /** The file, or `404 not_found`. Files attached to records of a disabled module are hidden. */
  readFile(workspace: WorkspaceAccess, id: string): Promise<FileRow>;
}

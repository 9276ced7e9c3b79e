import type { BlobStore } from './store/blob-store.js';

export interface FilesSettings {
  readonly store: BlobStore;
  /** Folder for uploads in progress, ideally on the file system of the store. */
  readonly spoolFolder: string;
  /** Size limit of one file, in bytes. */
  readonly maxBytes: number;
  /** Quota of a workspace, in bytes; equal files count once. Default null: no quota. */
  readonly quotaBytes?: number | null;
  /** Whether this process sweeps unreferenced files once a day. Default true. */
  readonly sweeps?: boolean;
}

import type { BlobStore } from './store/blob-store.js';

export interface FilesSettings {
  readonly store: BlobStore;
  /** Folder for what is on its way in; best on the file system of the store. */
  readonly spoolFolder: string;
  /** Bytes of one file. */
  readonly maxBytes: number;
  /** Bytes that a workspace keeps; equal files count once. Default null: as many as there is room for. */
  readonly quotaBytes?: number | null;
  /** This process removes, once a day, what nothing refers to. Default true. */
  readonly sweeps?: boolean;
}

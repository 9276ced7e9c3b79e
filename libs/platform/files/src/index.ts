export { filesCapability, type FilesCapability } from './files-capability.js';
export { filesModule } from './module/files.module.js';
export type { FilesSettings } from './settings.js';
export type { BlobKey, BlobSource, BlobStore, ByteRange } from './store/blob-store.js';
export { DirectoryStore } from './store/directory-store.js';
export { diskOf, fileChecks } from './store/file-checks.js';
export { writeFault } from './store/write-fault.js';
export { S3Store, type S3Settings } from './store/s3-store.js';

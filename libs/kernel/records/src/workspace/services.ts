import type { AccessServices } from '@cubit/access';
import type { RecordFeed } from '../events/record-feed.js';
import type { BulkPort } from '../bulk/bulk-port.js';
import type { FilePort } from './file-port.js';
import type { JobPort } from './job-port.js';
import type { ModuleSecrets } from './module-secrets.js';
import type { NoticePort } from './notice-port.js';
import type { OutboundPort } from './outbound-port.js';
import type { WorkspaceSchemas } from './workspace-schemas.js';

/** What services and routes of the kernel depend on. */
export interface KernelServices extends AccessServices {
  readonly workspaces: WorkspaceSchemas;
  /** Encrypts secret settings. */
  readonly secrets: ModuleSecrets;
  /** Reports written records to event streams. */
  readonly feed: RecordFeed;
  /** Without the files platform there are no files: no id is one of a file. */
  readonly files: FilePort;
  /** Without the jobs platform there are no operations on all records that a filter selects. */
  readonly bulk: BulkPort | null;
  /** Without the jobs platform modules have no jobs. */
  readonly jobs: JobPort;
  /** Without the notifications platform no member is notified. */
  readonly notices: NoticePort;
  /** Without the notifications platform no module reaches another system. */
  readonly outbound: OutboundPort;
}

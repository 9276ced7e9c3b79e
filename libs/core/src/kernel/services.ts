import type { Logger } from '../contract/context.js';
import type { Database } from '../database/database.js';
import type { FilePort } from '../files/file-port.js';
import type { Registry } from '../registry/registry.js';
import type { NoticePort } from './notice-port.js';
import type { WorkspaceSchemas } from '../workspace/workspace-schemas.js';

export interface KernelSettings {
  /** Address at which people reach the instance, without a slash at its end: links are made from it. */
  readonly publicUrl: string;
  /** Who may register once there is a user. */
  readonly registration: 'invite' | 'open';
  /** Version of the product. */
  readonly version: string;
}

/** Whoever carries mail; the notifications platform brings one. */
export interface Mailer {
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>;
}

/** What the kernel's own services and routes are made of. */
export interface KernelServices {
  readonly database: Database;
  readonly registry: Registry;
  readonly workspaces: WorkspaceSchemas;
  readonly settings: KernelSettings;
  readonly log: Logger;
  readonly now: () => Date;
  /** A fresh UUIDv7, later than every one that this process made before. */
  readonly newId: () => string;
  /** Absent: links (invitations) are only returned to their maker. */
  readonly mailer?: Mailer;
  /** Whoever keeps files; without the files platform nobody does, and no id is one of a file. */
  readonly files: FilePort;
  /** Whoever tells people; without the notifications platform nobody does. */
  readonly notices: NoticePort;
}

import type { Kysely } from 'kysely';
import type { Logger, Registry, WorkspaceSchema } from '@cubit/core/host';
import type { Database, DatabaseSchema } from '@cubit/database';
import type { SamplePort } from './own-workspace/sample-port.js';

export interface KernelSettings {
  /** Public address of the instance, without a trailing slash, used in links. */
  readonly publicUrl: string;
  /** Pages of the web app are served at the same address. */
  readonly web?: boolean;
  /** Who may register after the first user. */
  readonly registration: 'invite' | 'open';
  /** Version of the product. */
  readonly version: string;
  /** What the first registration needs. Absent: nothing, so the first to register administers the instance. */
  readonly setupToken?: SetupToken;
}

export interface SetupToken {
  readonly value: string;
  /** Called when the first user has registered. */
  used(): void;
}

/** Sends mail; the notifications platform provides one. */
export interface Mailer {
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>;
}

/** Workspace schemas, by version. */
export interface SchemaSource {
  /** Returns the schema at `version`, cached. */
  get(workspaceId: string, version: number): WorkspaceSchema | undefined;
  load(db: Kysely<DatabaseSchema>, workspaceId: string, version: number): Promise<WorkspaceSchema>;
}

/** Dependencies of the services for users, credentials and memberships. */
export interface AccessServices {
  readonly database: Database;
  readonly registry: Registry;
  readonly workspaces: SchemaSource;
  readonly settings: KernelSettings;
  readonly log: Logger;
  readonly now: () => Date;
  /** Returns a new UUIDv7, later than all that this process made before. */
  readonly newId: () => string;
  /** Absent: new workspaces are empty. */
  readonly samples?: SamplePort | null;
  /** Absent: links (invitations) are only returned to the caller. */
  readonly mailer?: Mailer;
}

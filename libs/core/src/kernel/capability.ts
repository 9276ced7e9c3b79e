import type { Transaction as KyselyTransaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { RouteDefinition } from '../contract/route.js';
import type { Transaction } from '../database/transaction.js';
import type { DatabaseSchema } from '../database/schema.js';
import type { Actor, Cause } from '../events/actor.js';
import type { StreamCompanion } from '../events/stream-companion.js';
import type { FilePort } from '../files/file-port.js';
import type { WorkspaceAccess } from '../workspace/workspace-access.js';
import type { WorkspaceTransaction } from '../workspace/workspace-transaction.js';
import type { NoticePort } from './notice-port.js';
import type { ArchivePart } from './archive-part.js';
import type { KernelServices } from './services.js';

/** What a capability may use of the kernel. */
export interface CapabilityHost {
  readonly services: KernelServices;
  /** Every route of the product; asked when a request is answered. */
  readonly routes: () => readonly RouteDefinition[];
  /** What every capability adds to the archive of a workspace; asked when one is written or read. */
  readonly archiveParts: () => readonly ArchivePart[];
  /** A transaction of a workspace, under somebody's rights: the one path to records and actions. */
  enter(options: {
    readonly tx: Transaction;
    readonly workspace: WorkspaceAccess;
    readonly actor: Actor;
    readonly cause?: Cause | null;
  }): WorkspaceTransaction;
  /** The workspace as a member may use it now; null where it is gone or the user is no member. */
  accessOf(workspaceId: string, userId: string): Promise<WorkspaceAccess | null>;
  /** Events were committed by other means than `enter`. */
  wakeDispatcher(): void;
  /** Waits until everything committed before the call has its place, and with it what follows from it. */
  settleEvents(): Promise<void>;
}

/** Places that events were given, both inclusive. */
export interface PlacedRange {
  readonly from: number;
  readonly to: number;
}

/** A part of the platform (wires, notifications, search, ...) with tables, routes and background work of its own. */
export interface Capability {
  readonly name: string;
  readonly routes?: readonly RouteDefinition[];
  /** Keeps the files of every workspace; one capability may. */
  readonly files?: FilePort;
  /** Tells people; one capability may. */
  readonly notices?: NoticePort;
  /** What it adds to the archive of a workspace. */
  readonly archive?: readonly ArchivePart[];
  /** What the event streams of users carry beside the events. */
  readonly companion?: StreamCompanion;
  /**
   * Called in the transaction that places events, for all of them at once: what follows from them is written here, so that it is
   * neither lost nor done twice. One process at a time, in the order of commits. Must be quick: one statement.
   */
  onPlaced?(db: KyselyTransaction<DatabaseSchema>, range: PlacedRange): Promise<void>;
  /** Called on this process once that is committed. */
  afterPlaced?(): void;
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

export interface CapabilityFactory {
  readonly name: string;
  readonly migrations?: Readonly<Record<string, Migration>>;
  create(host: CapabilityHost): Promise<Capability> | Capability;
}

import type { Transaction as KyselyTransaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import type { Actor, Cause, RouteDefinition, WorkspaceAccess } from '@cubit/core/host';
import type { KernelServices, StreamCompanion, WorkspaceTransaction, TransactionBatch } from '@cubit/records';
import type { CapabilityChecks } from '../health.js';
import type { DeclaredNames } from '../changes/declared-names.js';
import type { ArchivePart } from './archive-part.js';
import type { ProvidedPorts } from './ports.js';

/** The services of the kernel for a capability. */
export interface CapabilityHost {
  readonly services: KernelServices;
  /** All routes of the product; available when requests are answered. */
  readonly routes: () => readonly RouteDefinition[];
  /** The archive parts of all capabilities; available when an archive is exported or imported. */
  readonly archiveParts: () => readonly ArchivePart[];
  /** A transaction of a workspace, with the permissions of an actor: the only way to records and actions. */
  enter(options: {
    readonly tx: Transaction;
    readonly workspace: WorkspaceAccess;
    readonly actor: Actor;
    readonly cause?: Cause | null;
    readonly batch?: TransactionBatch;
  }): WorkspaceTransaction;
  /**
   * Calls `handle` with the payload of each `NOTIFY` on the channel, from any process, and with an empty one after a lost connection. Call it
   * from `create`. `handle` must not throw.
   */
  listen(channel: string, handle: (payload: string) => void): void;
  /** The present access of a member to the workspace; null if it was deleted or the user is not a member. */
  accessOf(workspaceId: string, userId: string): Promise<WorkspaceAccess | null>;
  /** Wakes the dispatcher after a commit of events that did not use `enter`. */
  wakeDispatcher(): void;
  /** Called in every transaction that revokes a credential: its event streams end with the commit. */
  endStreams(tx: Transaction): Promise<void>;
  /** Resolves when the last use of every display is written. */
  flushDisplayUsage(): Promise<void>;
  /** Sequences every event that was committed before the call, and writes its consequences. */
  sequenceEvents(): Promise<void>;
}

/** Positions of events, both inclusive. */
export interface SequencedRange {
  readonly from: number;
  readonly to: number;
  /** Names of its events. */
  readonly names: ReadonlySet<string>;
}

/** A part of the platform (wires, notifications, search, ...) with its own tables, routes and background work. */
export interface Capability {
  readonly name: string;
  readonly routes?: readonly RouteDefinition[];
  /** Its dependencies, for `/readyz`. */
  readonly checks?: CapabilityChecks;
  /** What it adds to the archive of a workspace. */
  readonly archive?: readonly ArchivePart[];
  /** What it adds to the event streams of users. */
  readonly companion?: StreamCompanion;
  /**
   * Called in the transaction that sequences events, once for all of them. Write their consequences here, so that
   * none is lost or repeated. Runs in one process at a time, in commit order. Must be quick: one statement.
   */
  onSequenced?(db: KyselyTransaction<DatabaseSchema>, range: SequencedRange): Promise<void>;
  /** Called on this process after that commit. */
  afterSequenced?(): void;
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

/** A change of the database after a restore: what happened since the backup is not in it, and other systems may know of it. */
export interface RestoreStep {
  readonly statement: string;
  /** What its rows are now, before their number: `deliveries that waited, marked unknown`. */
  readonly what: string;
}

export interface CapabilityFactory {
  readonly name: string;
  readonly migrations?: Readonly<Record<string, Migration>>;
  readonly afterRestore?: readonly RestoreStep[];
  /** Its rows that name fields, actions and events of modules. */
  readonly names?: DeclaredNames;
  /**
   * Services for the rest of the product. Resolved before any capability is created, so that every capability can
   * use them.
   */
  readonly provides?: ProvidedPorts;
  create(host: CapabilityHost): Promise<Capability> | Capability;
}

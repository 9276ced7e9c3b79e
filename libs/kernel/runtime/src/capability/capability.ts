import type { Transaction as KyselyTransaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Actor, RouteDefinition } from '@cubit/core';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import type { Cause, WorkspaceAccess } from '@cubit/core/host';
import type { KernelServices, StreamCompanion, WorkspaceTransaction, WriteBatch } from '@cubit/records';
import type { CapabilityChecks } from '../health.js';
import type { ArchivePart } from './archive-part.js';
import type { ProvidedPorts } from './ports.js';

/** What a capability may use of the kernel. */
export interface CapabilityHost {
  readonly services: KernelServices;
  /** Every route of the product; asked when a request is answered. */
  readonly routes: () => readonly RouteDefinition[];
  /** What every capability adds to the archive of a workspace; asked when one is written or read. */
  readonly archiveParts: () => readonly ArchivePart[];
  /** A transaction of a workspace, with the rights of an actor: the only path to records and actions. */
  enter(options: {
    readonly tx: Transaction;
    readonly workspace: WorkspaceAccess;
    readonly actor: Actor;
    readonly cause?: Cause | null;
    readonly batch?: WriteBatch;
  }): WorkspaceTransaction;
  /**
   * Calls `handle` with the payload of each `NOTIFY` on the channel, from any process, and with an empty one after a lost connection. Call it
   * from `create`. `handle` must not throw.
   */
  listen(channel: string, handle: (payload: string) => void): void;
  /** The workspace as a member may use it now; null where it is gone or the user is no member. */
  accessOf(workspaceId: string, userId: string): Promise<WorkspaceAccess | null>;
  /** Call it when events were committed by other means than `enter`. */
  wakeDispatcher(): void;
  /** Sequences every event that was committed before the call, and writes what follows from it. */
  sequenceEvents(): Promise<void>;
}

/** Positions of events, both inclusive. */
export interface SequencedRange {
  readonly from: number;
  readonly to: number;
}

/** A part of the platform (wires, notifications, search, ...) with tables, routes and background work of its own. */
export interface Capability {
  readonly name: string;
  readonly routes?: readonly RouteDefinition[];
  /** What it depends on, for `/readyz`. */
  readonly checks?: CapabilityChecks;
  /** What it adds to the archive of a workspace. */
  readonly archive?: readonly ArchivePart[];
  /** What the event streams of users carry beside the events. */
  readonly companion?: StreamCompanion;
  /**
   * Called in the transaction that sequences events, once for all of them. Write here what follows from them, so that it is neither lost
   * nor done twice. One process at a time, in the order of commits. Must be quick: one statement.
   */
  onSequenced?(db: KyselyTransaction<DatabaseSchema>, range: SequencedRange): Promise<void>;
  /** Called on this process once that is committed. */
  afterSequenced?(): void;
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

export interface CapabilityFactory {
  readonly name: string;
  readonly migrations?: Readonly<Record<string, Migration>>;
  /** What the rest of the product uses of it. Resolved before any capability is created, so that the services of all are complete. */
  readonly provides?: ProvidedPorts;
  create(host: CapabilityHost): Promise<Capability> | Capability;
}

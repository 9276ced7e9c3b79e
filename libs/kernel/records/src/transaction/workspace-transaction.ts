import { type EventDefinition, fail, type KindHookContext, type ModuleContext } from '@cubit/core';
import type { Transaction } from '@cubit/database';
import {
  type Actor,
  type Cause,
  type RegisteredKind,
  type Role,
  roleIncludes,
  type WorkspaceAccess,
} from '@cubit/core/host';
import { Outbox } from '../events/outbox.js';
import type { WrittenRecord } from '../events/record-message.js';
import type { KernelServices } from '../workspace/services.js';
import { type AdoptedRecord, adoptRecords } from '../write/adopt-records.js';
import { Journal } from '../write/journal.js';
import { moduleRecords } from '../write/module-records.js';
import { RecordWriter } from '../write/record-writer.js';
import { numberSeries } from '../write/number-series.js';
import { type ActionScope, invokeAction } from './invoke.js';
import { DeferredWork } from './deferred-work.js';
import { newModuleJob } from './new-module-job.js';
import { refusedFetch } from './module-fetch.js';
import { requirePermission } from './permissions.js';
import type { TransactionOrigin } from '../write/transaction-origin.js';
import { type TransactionBatch, writeCollected } from './transaction-batch.js';

export interface WorkspaceTransactionOptions {
  readonly services: KernelServices;
  readonly tx: Transaction;
  readonly workspace: WorkspaceAccess;
  readonly actor: Actor;
  /** The wire run that this is part of. */
  readonly cause?: Cause | null;
  /** Called after the commit when events were written: wakes the dispatcher. */
  readonly onEvents?: () => void;
  /** Several workspace transactions on one database transaction. Default: it is alone, and writes by itself what it collects. */
  readonly batch?: TransactionBatch;
}

/** One transaction in one workspace: its records, actions and events, and what it writes before the commit. */
export class WorkspaceTransaction implements ActionScope {
  readonly workspace: WorkspaceAccess;
  readonly actor: Actor;
  readonly outbox: Outbox;
  readonly writer: RecordWriter;
  readonly services: KernelServices;
  readonly tx: Transaction;
  readonly #journal: Journal;
  readonly #origin: TransactionOrigin;
  readonly #batch: TransactionBatch | null;
  readonly #deferred = new DeferredWork();

  constructor({ services, tx, workspace, actor, cause = null, onEvents, batch }: WorkspaceTransactionOptions) {
    this.services = services;
    this.tx = tx;
    this.workspace = workspace;
    this.actor = actor;
    this.#origin = { at: tx.now, actor, cause };
    this.#batch = batch ?? null;
    this.#journal = new Journal(workspace.id, () => batch?.pending ?? []);
    this.outbox = new Outbox(workspace.id, services.newId);
    this.writer = new RecordWriter({
      tx,
      registry: services.registry,
      workspaceId: workspace.id,
      schema: workspace.schema,
      actor,
      newId: services.newId,
      journal: this.#journal,
      hookContext: (kind, action) => this.contextOf(kind.module, action),
      emit: (kind, event, payload) => this.#emit(kind.module, event, payload),
      files: services.files,
      ...(batch ? { locked: batch.locked, members: batch.members } : {}),
    });
    tx.beforeCommit(() => this.flush());
    if (onEvents) tx.afterCommit(() => (this.outbox.emitted.length > 0 ? onEvents() : undefined));
  }

  /** The wire run that this is part of. */
  get cause(): Cause | null {
    return this.#origin.cause;
  }

  get role(): Role {
    return this.workspace.role;
  }

  /** Throws `403 forbidden` if the role of the caller is lower. */
  requireRole(role: Role, what: string): void {
    if (!roleIncludes(this.role, role)) throw fail('forbidden', `${what} needs the role ${role}.`);
  }

  /** The context for code of `module`. */
  contextOf(module: string, action: string | null): ModuleContext & KindHookContext {
    const { services, tx, workspace, actor, writer } = this;
    const caller = { services, workspaceId: workspace.id, module };
    const beforeCommit: ModuleContext['beforeCommit'] = (key, entry, work) =>
      this.#deferred.add(`${module}/${key}`, entry, work);
    return {
      ...refusedFetch(module),
      workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
      actor,
      action,
      records: moduleRecords({
        tx,
        registry: services.registry,
        workspaceId: workspace.id,
        schema: workspace.schema,
        writer,
        action,
        allow: (kind, access) => requirePermission(caller, { access, what: kind }),
        beforeReferences: () => this.#batch?.writeReferences(),
      }),
      files: services.files.open(this),
      emit: (event, payload) => this.#emit(module, event, payload as Readonly<Record<string, unknown>>),
      enqueue: (job, input, options) => {
        const row = newModuleJob({ ...services, workspaceId: workspace.id, actor, cause: this.cause, module }, job.id, {
          ...options,
          input,
        });
        this.#deferred.add('/jobs', row, (rows) => services.jobs.enqueue(tx, rows));
        return { id: row.id };
      },
      notify: (notice) => services.notices.send(this, notice),
      invoke: async (id, record, input) => {
        requirePermission(caller, { access: 'invoke', what: id });
        const { result } = await invokeAction(this, id, { record, input });
        // The caller may convert errors of this action.
        await tx.session.send();
        return result;
      },
      offers: (id) => workspace.schema.actions.has(id),
      settings: workspace.schema.settingsOf(module),
      publicUrl: services.settings.publicUrl,
      now: tx.now,
      newId: services.newId,
      ...numberSeries({ tx, workspaceId: workspace.id, module }),
      beforeCommit,
      log: services.log,
    };
  }

  /** Runs the deferred work. Afterwards the records are in their final state. */
  runDeferred(): Promise<void> {
    return this.#deferred.run();
  }

  /** Reports a record to event streams that was written without the writer. */
  report(record: WrittenRecord): void {
    this.#journal.report(record);
  }

  /** Writes records unchanged from another workspace; see `adoptRecords`. */
  async adopt(kind: RegisteredKind, records: readonly AdoptedRecord[]): Promise<void> {
    const { tx, workspace, services } = this;
    const { id: workspaceId, schema } = workspace;
    await adoptRecords({ tx, workspaceId, schema, newId: services.newId, journal: this.#journal }, kind, records);
  }

  /**
   * Runs the deferred work, and writes the collected history, references and events in one statement, which is sent with the next one, or leaves
   * that to the batch.
   */
  async flush(): Promise<void> {
    await this.runDeferred();
    const events = this.outbox.drain();
    this.tx.eventIds.push(...events.map(({ id }) => id));
    const writes = { ...this.#journal.drain(), origin: this.#origin, events };
    if (this.#batch) this.#batch.add(writes);
    else writeCollected(this.tx, { workspaceId: this.workspace.id, feed: this.services.feed }, [writes]);
  }

  #emit(module: string, event: EventDefinition, payload: Readonly<Record<string, unknown>>): void {
    const registered = this.services.registry.events.get(event.name);
    if (!registered || registered.module !== module)
      throw new TypeError(`Module '${module}' emits '${event.name}', which it does not declare; add it to its events.`);
    this.outbox.add(registered, payload);
  }
}

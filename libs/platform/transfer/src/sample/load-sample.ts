import { sql } from 'kysely';
import { fail } from '@cubit/core';
import type { Actor, FieldValues, RegisteredKind } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { JobContext, JobDefinition } from '@cubit/jobs';
import { invokeAction, type WorkspaceTransaction } from '@cubit/records';
import type { CapabilityHost } from '@cubit/runtime';

export const SAMPLE_JOB = 'transfer:sample';

/** One step of a sample. Texts that begin with `@` name what an earlier step made, or the person who asked for it (`@me`). */
export type SampleStep =
  | { readonly create: string; readonly as: string; readonly fields: FieldValues; readonly tags: readonly string[] }
  | {
      readonly run: string;
      readonly record: { readonly kind: string; readonly id: string } | null;
      readonly input: FieldValues;
    }
  /** Names the records of a kind that an action made: `@<as>:<title>`. */
  | { readonly name: string; readonly as: string };

/** A sample: the modules that it needs, and its steps with dates around now. */
export interface Sample {
  readonly modules: readonly string[];
  steps(now: Date): readonly SampleStep[];
}

export interface SampleInput {
  readonly sample: string;
  readonly actor: Actor;
}

/** Loads a sample into a new workspace, all or nothing. */
export function sampleJob(
  host: CapabilityHost,
  samples: Readonly<Record<string, Sample>>,
): JobDefinition<SampleInput, { readonly records: number }> {
  return {
    async handler(job) {
      const done = job.checkpoint as { readonly records: number } | null;
      return done ?? job.transaction((tx) => load(host, job, { tx, samples }));
    },
  };
}

interface Loading {
  readonly tx: Transaction;
  readonly samples: Readonly<Record<string, Sample>>;
}

async function load(host: CapabilityHost, job: JobContext<SampleInput>, { tx, samples }: Loading) {
  const { input, workspaceId, createdBy } = job;
  const workspace = createdBy === null ? null : await host.accessOf(workspaceId, createdBy);
  const steps = samples[input.sample]?.steps(tx.now) ?? [];
  if (!workspace) throw fail('forbidden', 'The user who requested the sample is no longer a member of the workspace.');
  const transaction = host.enter({ tx, workspace, actor: input.actor });
  const names = new Map([['me', createdBy ?? '']]);
  let records = 0;
  for (const [index, step] of steps.entries()) {
    records += await take(transaction, step, names);
    job.progress(index + 1, steps.length);
  }
  const result = { records };
  await job.save(tx, result);
  return result;
}

/** Returns the number of records that the step made. */
async function take(transaction: WorkspaceTransaction, step: SampleStep, names: Map<string, string>): Promise<number> {
  if ('name' in step) return nameRecords(transaction, step, names);
  if ('run' in step) {
    await invokeAction(transaction, step.run, {
      record: resolve(step.record, names),
      input: resolve(step.input, names),
    });
    await transaction.runDeferred();
    return 0;
  }
  const kind = kindOf(transaction, step.create);
  const [record] = await transaction.writer.create(
    kind,
    [{ fields: resolve(step.fields, names), tags: step.tags }],
    null,
  );
  names.set(step.as, record?.id ?? '');
  return 1;
}

async function nameRecords(
  transaction: WorkspaceTransaction,
  { name, as }: { readonly name: string; readonly as: string },
  names: Map<string, string>,
): Promise<number> {
  const { rows } = await sql<{
    id: string;
    title: string;
  }>`select id, title from ${sql.table(kindOf(transaction, name).partition)}
    where workspace_id = ${transaction.workspace.id} and kind = ${name} and deleted_at is null`.execute(
    transaction.tx.db,
  );
  for (const { id, title } of rows) names.set(`${as}:${title}`, id);
  return rows.length;
}

function kindOf({ services, workspace }: WorkspaceTransaction, id: string): RegisteredKind {
  const kind = workspace.schema.kinds.has(id) ? services.registry.kinds.get(id) : undefined;
  if (!kind) throw new Error(`The sample needs the kind '${id}', which the workspace does not have.`);
  return kind;
}

function resolve<Value>(value: Value, names: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string') {
    if (!value.startsWith('@')) return value;
    const id = names.get(value.slice(1));
    if (id === undefined) throw new Error(`The sample names '${value}', which no step before it made.`);
    return id as Value;
  }
  if (Array.isArray(value)) return value.map((entry: unknown) => resolve(entry, names)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, resolve(entry as unknown, names)]),
  ) as Value;
}

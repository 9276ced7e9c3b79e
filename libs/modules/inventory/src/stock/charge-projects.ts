import {
  addAmounts,
  Field,
  foreignKind,
  type Amounts,
  type AnyRef,
  type KindDefinition,
  type ModuleContext,
} from '@cubit/core';
import { Type } from 'typebox';
import { buildRecord } from '../build/build.fields.js';
import { movement, type Movement } from '../movement/movement.kind.js';
import type { MovementType } from './movement-type.js';
import { project } from './project.js';
import { worthOf } from './worth.js';

// Tasks and prints belong to modules that a workspace may do without.
const optionalRef = (kind: string) => Type.Optional(Field.ref(kind));
const task = foreignKind('projects:task', Type.Object({ project: optionalRef('projects:project') }));
const job = foreignKind(
  'digifab:job',
  Type.Object({ project: optionalRef('projects:project'), task: optionalRef('projects:task') }),
);

/** What takes stock for good. What is made, moved or brought in costs a project nothing. */
const TAKING: ReadonlySet<MovementType> = new Set(['use', 'build_consume', 'print_consume']);

interface Charge {
  readonly cause: AnyRef;
  readonly part: string;
  readonly cost: Amounts;
}

/**
 * Stock that is used for a project, one of its tasks, builds or prints costs it what the stock has cost, and taking the use back gives it
 * back. What was bought for a project is left out (`paid`): it was charged with its order.
 */
export async function chargeProjects(
  context: ModuleContext,
  lines: readonly { readonly made: Movement; readonly paid: boolean }[],
): Promise<void> {
  const open = lines.filter(
    ({ made: { fields }, paid }) => !paid && fields.unit_cost !== undefined && mayCharge(fields),
  );
  if (open.length === 0 || !context.records.knows(project)) return;
  const reversed = await context.records.getMany(
    movement,
    open.flatMap(({ made: { fields } }) => (fields.type === 'reverse' ? (fields.reverses ?? []) : [])),
  );
  const charges = open.flatMap(({ made: { fields } }): readonly Charge[] => {
    const { part, qty_delta, unit_cost, reverses } = fields;
    const first = reversed.get(reverses ?? '')?.fields;
    const cause = fields.cause ?? first?.cause;
    // Of a build that is reversed, what was made has another line than what was used.
    const isTaking = cause?.kind === buildRecord.id || TAKING.has(first?.type ?? fields.type);
    if (cause === undefined || !isTaking) return [];
    return [{ cause, part, cost: costOf(-qty_delta, unit_cost) }];
  });
  if (charges.length > 0) context.atEnd('costs', charges, (all) => settleCosts(context, all.flat()));
}

/** Whether it may be that a project pays for it. */
export function mayCharge({ type, cause, reverses }: Movement['fields']): boolean {
  return type === 'reverse' ? cause !== undefined || reverses !== undefined : cause !== undefined && TAKING.has(type);
}

function costOf(qty: number, unitCost: Movement['fields']['unit_cost']): Amounts {
  return Object.fromEntries(worthOf(qty, unitCost).map(({ currency, value }) => [currency, value]));
}

async function settleCosts({ records }: ModuleContext, charges: readonly Charge[]): Promise<void> {
  const projectOf = await projectsBehind(records, charges);
  const costs = new Map<string, Amounts>();
  for (const charge of charges) {
    const id = projectOf(charge);
    if (id !== undefined) costs.set(id, addAmounts(costs.get(id) ?? {}, charge.cost));
  }
  await records.updateEach(project, [...costs.keys()], ({ id, fields }) => ({
    costs: addAmounts(fields.costs ?? {}, costs.get(id) ?? {}),
  }));
}

/** A query for each kind of cause, however many there are. */
async function projectsBehind(
  records: ModuleContext['records'],
  charges: readonly Charge[],
): Promise<(charge: Charge) => string | undefined> {
  const read = async <Kind extends KindDefinition>(kind: Kind, ids: readonly string[]) =>
    ids.length > 0 && records.knows(kind) ? records.getMany(kind, ids) : null;
  const named = (kind: string) => charges.flatMap(({ cause }) => (cause.kind === kind ? [cause.id] : []));
  const jobs = await read(job, named(job.id));
  const ofJobs = [...(jobs?.values() ?? [])].flatMap(({ fields }) => fields.task ?? []);
  const tasks = await read(task, [...named(task.id), ...ofJobs]);
  const builds = await read(buildRecord, named(buildRecord.id));
  const ofTask = (id: string | undefined) => tasks?.get(id ?? '')?.fields.project;
  return ({ cause: { kind, id }, part }) => {
    if (kind === project.id) return id;
    if (kind === task.id) return ofTask(id);
    const made = builds?.get(id)?.fields;
    if (kind === buildRecord.id) return made?.assembly === part ? undefined : made?.project;
    const printed = jobs?.get(id)?.fields;
    return printed?.project ?? ofTask(printed?.task);
  };
}

import { addAmounts, type Amounts, readExact } from '@cubit/decimal';
import { type AnyRef, Field, foreignKind, type KindDefinition, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { buildRecord } from '../build/build.fields.js';
import { movement, type Movement } from '../movement/movement.kind.js';
import type { MovementType } from './movement-type.js';
import { project } from './project.js';
import { costOfItem } from '../stock-item/exact-fields.js';
import { stockValueOf } from './stock-value.js';

// Tasks and print jobs belong to modules that a workspace may not have enabled.
const optionalRef = (kind: string) => Type.Optional(Field.ref(kind));
const task = foreignKind('projects:task', Type.Object({ project: optionalRef('projects:project') }));
const job = foreignKind(
  'digifab:job',
  Type.Object({ project: optionalRef('projects:project'), task: optionalRef('projects:task') }),
);

/** Movements that consume stock, and returns of it. Only these charge a project, or refund it. */
const CONSUMING_TYPES: ReadonlySet<MovementType> = new Set(['use', 'build_consume', 'print_consume', 'return']);

interface Charge {
  readonly cause: AnyRef;
  readonly part: string;
  readonly cost: Amounts;
}

/**
 * Charges projects with the cost of stock used for them, their tasks, builds or print jobs; a reversal refunds it. Stock that was bought
 * for a project (`paid`) is left out, because its order was charged to the project.
 */
export async function chargeProjects(
  context: ModuleContext,
  lines: readonly { readonly made: Movement; readonly paid: boolean }[],
): Promise<void> {
  const open = lines.filter(
    ({ made: { fields }, paid }) => !paid && fields.unit_cost !== undefined && mayChargeProject(fields),
  );
  if (open.length === 0 || !context.records.knows(project)) return;
  const reversed = await context.records.getMany(
    movement,
    open.flatMap(({ made: { fields } }) => (fields.type === 'reverse' ? (fields.reverses ?? []) : [])),
  );
  const charges = open.flatMap(({ made: { fields } }): readonly Charge[] => {
    const { part, reverses } = fields;
    const first = reversed.get(reverses ?? '')?.fields;
    const cause = fields.cause ?? first?.cause;
    // Reversing a build output writes one line for the output and others for the components.
    const isTaking = cause?.kind === buildRecord.id || CONSUMING_TYPES.has(first?.type ?? fields.type);
    if (cause === undefined || !isTaking) return [];
    return [{ cause, part, cost: chargeOf(fields) }];
  });
  if (charges.length > 0) context.beforeCommit('costs', charges, (all) => addProjectCosts(context, all.flat()));
}

/** Whether the movement may charge a project: decides without reading its cause. */
export function mayChargeProject({ type, cause, reverses }: Movement['fields']): boolean {
  return type === 'reverse'
    ? cause !== undefined || reverses !== undefined
    : cause !== undefined && CONSUMING_TYPES.has(type);
}

function chargeOf(fields: Movement['fields']): Amounts {
  const taken = -readExact(fields.exact_delta ?? fields.qty_delta);
  return Object.fromEntries(stockValueOf(taken, costOfItem(fields)).map(({ currency, value }) => [currency, value]));
}

async function addProjectCosts({ records }: ModuleContext, charges: readonly Charge[]): Promise<void> {
  const projectOf = await resolveProjects(records, charges);
  const costs = new Map<string, Amounts>();
  for (const charge of charges) {
    const id = projectOf(charge);
    if (id !== undefined) costs.set(id, addAmounts(costs.get(id) ?? {}, charge.cost));
  }
  await records.updateEach(project, [...costs.keys()], ({ id, fields }) => ({
    costs: addAmounts(fields.costs ?? {}, costs.get(id) ?? {}),
  }));
}

/** One query per kind of cause. */
async function resolveProjects(
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

import {
  addAmounts,
  exact,
  negateAmounts,
  type Amounts,
  type KindHookContext,
  type ModuleContext,
  type RecordChange,
} from '@cubit/core';
import { projectRecord } from '../foreign.js';
import { amountOf, sumOf } from '../money/amount.js';
import { totalWith } from './order-total.js';
import type { Order, OrderKind } from './order.fields.js';
import { isPlaced } from './order-status.js';

/** An order costs its project what it comes to, without what of it was cancelled, from being placed on. */
export function chargeProjects(context: KindHookContext, changes: readonly RecordChange<OrderKind>[]): void {
  const costs = new Map<string, Amounts>();
  const charge = (order: Order | null, signed: (cost: Amounts) => Amounts) => {
    const project = order?.fields.project;
    if (order === null || project === undefined) return;
    costs.set(project, addAmounts(costs.get(project) ?? {}, signed(costOf(order))));
  };
  for (const { operation, before, after } of changes) {
    if (operation !== 'restore') charge(before, negateAmounts);
    if (operation !== 'delete') charge(after, (cost) => cost);
  }
  const changed = [...costs].filter(([, cost]) => Object.keys(cost).length > 0);
  if (changed.length === 0 || !context.records.knows(projectRecord)) return;
  context.atEnd('costs', changed, (all) => addCosts(context, all.flat()));
}

/** As `chargeProjects`, of orders that no project was charged with yet. */
export async function chargeOrders(context: ModuleContext, orders: readonly Order[]): Promise<void> {
  if (!context.records.knows(projectRecord)) return;
  await addCosts(
    context,
    orders.flatMap((order) => {
      const { project } = order.fields;
      return project === undefined ? [] : [[project, costOf(order)] as const];
    }),
  );
}

async function addCosts({ records }: ModuleContext, costs: readonly (readonly [string, Amounts])[]): Promise<void> {
  await records.updateEach(
    projectRecord,
    costs.map(([id]) => id),
    ({ id, fields }) => ({
      costs: addAmounts(fields.costs ?? {}, ...costs.flatMap(([of, cost]) => (of === id ? [cost] : []))),
    }),
  );
}

function costOf({ fields }: Order): Amounts {
  const { status, subtotal, cancelled_total, currency = '' } = fields;
  if (!isPlaced(status)) return {};
  const goods = sumOf([amountOf(subtotal), exact.negateDecimal(amountOf(cancelled_total))]);
  return addAmounts({ [currency]: exact.decimalText(totalWith(fields, goods)) });
}

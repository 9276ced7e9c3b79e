import * as exact from '@cubit/decimal';
import {
  compact,
  DAY_MS,
  type ErrorDetail,
  fail,
  type KindHookContext,
  storedInstant,
  validationFailed,
} from '@cubit/core';
import { amountOf, totalOf } from '../money/amount.js';
import { linesOf } from '../order-item/lines-of.js';
import type { Settings } from '../settings.js';
import { supplier } from '../supplier/supplier.kind.js';
import { supplierPartRecord } from '../supplier-part/supplier-part.fields.js';
import { assignNumbers } from './order-number.js';
import { isOpen } from './order-status.js';
import { orderTotal } from './order-total.js';
import type { Order, OrderDraft } from './order.fields.js';

export async function applyOrderRules(
  context: KindHookContext<Settings>,
  drafts: readonly OrderDraft[],
): Promise<void> {
  const written = drafts.filter(({ operation }) => operation !== 'delete');
  refuseLocked(written);
  await refuseOtherSuppliers(context, written);
  await setCurrencies(context, written);
  refuseOtherCurrencies(written);
  await assignNumbers(context, written);
  for (const draft of written) draft.fields = withDerivedFields(context, draft);
  refuseTooLarge(written);
}

/** Refuses another supplier or currency once the order is placed or has lines that depend on it. A missing supplier can always be added. */
function refuseLocked(drafts: readonly OrderDraft[]): void {
  const details = drafts.flatMap((draft): readonly ErrorDetail[] => {
    const { before, fields } = draft;
    if (before === null || draft.operation !== 'update') return [];
    const isPlaced = before.fields.status !== 'draft';
    const hasLines = before.fields.line_count > 0;
    const faults: ErrorDetail[] = [];
    const { supplier: former = fields.supplier } = before.fields;
    if ((isPlaced || hasLines) && former !== fields.supplier)
      faults.push(
        locked(
          draft,
          'supplier',
          'The supplier cannot be changed, because the order has lines of its supplier or is placed.',
        ),
      );
    if ((isPlaced || hasLines) && before.fields.currency !== fields.currency)
      faults.push(
        locked(draft, 'currency', 'The currency cannot be changed, because the order has lines or is placed.'),
      );
    return faults;
  });
  if (details[0]) throw fail('conflict', details[0].message, { details });
}

function locked(draft: OrderDraft, field: string, message: string): ErrorDetail {
  return { path: draft.path(field), code: 'locked', message };
}

/** Refuses to add a supplier to an order with lines whose supplier parts belong to another one. */
async function refuseOtherSuppliers(context: KindHookContext<Settings>, drafts: readonly OrderDraft[]): Promise<void> {
  const added = drafts.filter(
    ({ before, fields }) =>
      before !== null &&
      before.fields.line_count > 0 &&
      before.fields.supplier === undefined &&
      fields.supplier !== undefined,
  );
  if (added.length === 0) return;
  const lines = await linesOf(
    context,
    added.map(({ id }) => id),
  );
  const parts = await context.records.getMany(
    supplierPartRecord,
    lines.flatMap(({ fields }) => fields.supplier_part ?? []),
  );
  const faults = added.flatMap((draft): readonly ErrorDetail[] => {
    const other = lines.find(({ fields: { order, supplier_part } }) => {
      const { supplier: owner = draft.fields.supplier } = parts.get(supplier_part ?? '')?.fields ?? {};
      return order === draft.id && owner !== draft.fields.supplier;
    });
    if (!other) return [];
    const message = `The supplier part of the line '${other.title}' belongs to another supplier.`;
    return [{ path: draft.path('supplier'), code: 'other_supplier', message }];
  });
  if (faults.length > 0) throw validationFailed(faults);
}

async function setCurrencies(context: KindHookContext<Settings>, drafts: readonly OrderDraft[]): Promise<void> {
  const open = drafts.filter(({ fields }) => fields.currency === undefined);
  if (open.length === 0) return;
  const suppliers = await context.records.getMany(
    supplier,
    open.flatMap(({ fields }) => fields.supplier ?? []),
  );
  for (const draft of open) {
    const own = suppliers.get(draft.fields.supplier ?? '')?.fields.currency;
    draft.fields = { ...draft.fields, currency: own ?? context.settings.currency };
  }
}

function refuseOtherCurrencies(drafts: readonly OrderDraft[]): void {
  const faults = drafts.flatMap((draft) =>
    (['shipping', 'tax'] as const).flatMap((field): readonly ErrorDetail[] => {
      const money = draft.fields[field];
      const { currency = '' } = draft.fields;
      return money === undefined || money.currency === currency
        ? []
        : [otherCurrencyFault(draft.path(field), currency)];
    }),
  );
  if (faults.length > 0) throw validationFailed(faults);
}

export function otherCurrencyFault(path: string, currency: string): ErrorDetail {
  return { path, code: 'other_currency', message: `The currency must be that of the order, ${currency}.` };
}

function withDerivedFields({ now }: KindHookContext, draft: OrderDraft): Order['fields'] {
  const { fields } = draft;
  const {
    currency = '',
    status,
    expected_on,
    overdue_told,
    subtotal = totalOf(amountOf(undefined), currency),
  } = fields;
  const due = isOpen(status) && expected_on !== undefined ? Date.parse(expected_on) + DAY_MS : undefined;
  const overdue = due !== undefined && due <= now.getTime();
  return compact({
    ...fields,
    arrived_at: status === 'arrived' ? (fields.arrived_at ?? now.toISOString()) : undefined,
    held_from: status === 'on_hold' ? fields.held_from : undefined,
    subtotal,
    total: totalOf(orderTotal(fields, amountOf(subtotal)), currency),
    overdue,
    overdue_told: overdue ? expected_on : overdue_told,
    overdue_from: due === undefined || overdue ? undefined : storedInstant(due, draft.path('expected_on')),
  }) as Order['fields'];
}

function refuseTooLarge(drafts: readonly OrderDraft[]): void {
  const faults = drafts.flatMap((draft) => {
    const { subtotal, total } = draft.fields;
    if ([subtotal, total].every((money) => exact.fitsMoney(amountOf(money)))) return [];
    return [
      {
        path: draft.path('total'),
        code: 'maximum',
        message: 'The total of the order would exceed the limit of an amount.',
      },
    ];
  });
  if (faults.length > 0) throw validationFailed(faults);
}

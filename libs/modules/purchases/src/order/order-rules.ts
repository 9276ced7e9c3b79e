import { compact, DAY_MS, exact, fail, validationFailed, type ErrorDetail, type KindHookContext } from '@cubit/core';
import { amountOf, totalOf } from '../money/amount.js';
import { currencyOf } from '../settings.js';
import { supplier } from '../supplier/supplier.kind.js';
import { setNumbers } from './order-number.js';
import { isOpen } from './order-status.js';
import { totalWith } from './order-total.js';
import type { Order, OrderDraft } from './order.fields.js';

export async function applyOrderRules(context: KindHookContext, drafts: readonly OrderDraft[]): Promise<void> {
  const written = drafts.filter(({ operation }) => operation !== 'delete');
  refuseLocked(written);
  await setCurrencies(context, written);
  refuseOtherCurrencies(written);
  await setNumbers(context, written);
  for (const draft of written) draft.fields = derived(context, draft);
  refuseTooLarge(written);
}

/** Whom it was ordered from, and what for, stands once it is placed. */
function refuseLocked(drafts: readonly OrderDraft[]): void {
  const details = drafts.flatMap((draft): readonly ErrorDetail[] => {
    const { before, fields } = draft;
    if (before === null || draft.operation !== 'update') return [];
    const isPlaced = before.fields.status !== 'draft';
    const hasLines = before.fields.line_count > 0;
    const faults: ErrorDetail[] = [];
    const isOfSupplier = hasLines && before.fields.supplier !== undefined;
    if ((isPlaced || isOfSupplier) && before.fields.supplier !== fields.supplier)
      faults.push(locked(draft, 'supplier', 'The order has lines of its supplier, or is placed: its supplier stands.'));
    if ((isPlaced || hasLines) && before.fields.currency !== fields.currency)
      faults.push(locked(draft, 'currency', 'The order has lines, or is placed: its currency stands.'));
    return faults;
  });
  if (details[0]) throw fail('conflict', details[0].message, { details });
}

function locked(draft: OrderDraft, field: string, message: string): ErrorDetail {
  return { path: draft.path(field), code: 'locked', message };
}

async function setCurrencies(context: KindHookContext, drafts: readonly OrderDraft[]): Promise<void> {
  const open = drafts.filter(({ fields }) => fields.currency === undefined);
  if (open.length === 0) return;
  const suppliers = await context.records.getMany(
    supplier,
    open.flatMap(({ fields }) => fields.supplier ?? []),
  );
  for (const draft of open) {
    const own = suppliers.get(draft.fields.supplier ?? '')?.fields.currency;
    draft.fields = { ...draft.fields, currency: own ?? currencyOf(context.settings) };
  }
}

function refuseOtherCurrencies(drafts: readonly OrderDraft[]): void {
  const faults = drafts.flatMap((draft) =>
    (['shipping', 'tax'] as const).flatMap((field): readonly ErrorDetail[] => {
      const money = draft.fields[field];
      const { currency = '' } = draft.fields;
      return money === undefined || money.currency === currency ? [] : [otherCurrency(draft.path(field), currency)];
    }),
  );
  if (faults.length > 0) throw validationFailed(faults);
}

export function otherCurrency(path: string, currency: string): ErrorDetail {
  return { path, code: 'other_currency', message: `The order is in ${currency}.` };
}

function derived({ now }: KindHookContext, { fields }: OrderDraft): Order['fields'] {
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
    total: totalOf(totalWith(fields, amountOf(subtotal)), currency),
    overdue,
    overdue_told: overdue ? expected_on : overdue_told,
    overdue_from: due === undefined || overdue ? undefined : new Date(due).toISOString(),
  }) as Order['fields'];
}

function refuseTooLarge(drafts: readonly OrderDraft[]): void {
  const faults = drafts.flatMap((draft) => {
    const { subtotal, total } = draft.fields;
    if ([subtotal, total].every((money) => exact.isExpressible(amountOf(money)))) return [];
    return [{ path: draft.path('total'), code: 'maximum', message: 'The order would cost more than can be kept.' }];
  });
  if (faults.length > 0) throw validationFailed(faults);
}

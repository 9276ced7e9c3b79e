import type { KindHookContext } from '@cubit/core';
import { prefixOf } from '../settings.js';
import { orderRecord, type OrderDraft } from './order.fields.js';

const SERIES = 'order';
const DIGITS = 4;
/** Longer ones are somebody's own, not ours. */
const MAX_DIGITS = 9;

/** `PO-0001` for every order without a number: given once, whatever people number by hand. */
export async function setNumbers(context: KindHookContext, drafts: readonly OrderDraft[]): Promise<void> {
  const prefix = prefixOf(context.settings);
  const given = drafts.flatMap(({ before, fields: { number } }) =>
    number === undefined || number === before?.fields.number ? [] : [sequenceOf(number, prefix)],
  );
  const highest = Math.max(0, ...given);
  if (highest > 0) await context.passNumber(SERIES, highest);
  for (let open = drafts.filter(({ fields }) => fields.number === undefined); open.length > 0;) {
    const first = await context.takeNumbers(SERIES, open.length);
    const numbers = open.map((_, index) => `${prefix}${String(first + index).padStart(DIGITS, '0')}`);
    const known = await context.records.find(orderRecord, {
      where: { number: { in: numbers } },
      limit: numbers.length,
    });
    const taken = new Set(known.map(({ fields }) => fields.number));
    for (const [index, draft] of open.entries()) {
      const number = numbers[index];
      if (number !== undefined && !taken.has(number)) draft.fields = { ...draft.fields, number };
    }
    open = open.filter(({ fields }) => fields.number === undefined);
  }
}

/** 7 of `PO-0007`; 0 where it is not one of ours. */
function sequenceOf(number: string, prefix: string): number {
  const digits = number.startsWith(prefix) ? number.slice(prefix.length) : '';
  return /^\d+$/.test(digits) && digits.length <= MAX_DIGITS ? Number(digits) : 0;
}

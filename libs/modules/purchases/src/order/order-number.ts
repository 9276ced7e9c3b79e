import type { KindHookContext } from '@cubit/core';
import type { Settings } from '../settings.js';
import { orderRecord, type OrderDraft } from './order.fields.js';

const SERIES = 'order';
const DIGITS = 4;
/** Longer numbers are treated as numbers given by hand. */
const MAX_DIGITS = 9;

/** Assigns the next number, such as `PO-0001`, to orders without one. Skips numbers that were given by hand. */
export async function assignNumbers(context: KindHookContext<Settings>, drafts: readonly OrderDraft[]): Promise<void> {
  const prefix = context.settings.number_prefix;
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

/** 7 for `PO-0007`; 0 if the number does not follow the pattern. */
function sequenceOf(number: string, prefix: string): number {
  const digits = number.startsWith(prefix) ? number.slice(prefix.length) : '';
  return /^\d+$/.test(digits) && digits.length <= MAX_DIGITS ? Number(digits) : 0;
}

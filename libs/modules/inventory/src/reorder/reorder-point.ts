import { roundQuantity } from '@cubit/decimal';

export interface Usage {
  readonly used: number;
  readonly days: number;
  /** Lead time and safety. */
  readonly bufferDays: number;
  readonly coverDays: number;
  readonly unit: string | undefined;
}

/** Stock of pieces is whole; other units are rounded up to three digits, so that no false precision is proposed. */
export function reorderPoint({ used, days, bufferDays, coverDays, unit = 'pcs' }: Usage) {
  const perDay = used / days;
  const round = unit === 'pcs' ? Math.ceil : upToThreeDigits;
  const min = round(roundQuantity(perDay * bufferDays));
  return {
    used,
    days,
    per_day: roundQuantity(perDay),
    min_stock: min,
    target_stock: round(roundQuantity(min + perDay * coverDays)),
  };
}

function upToThreeDigits(value: number): number {
  if (value <= 0) return 0;
  const step = 10 ** Math.max(-6, Math.floor(Math.log10(value)) - 2);
  return roundQuantity(Math.ceil(roundQuantity(value / step)) * step);
}

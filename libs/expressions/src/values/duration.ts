import {
  addDecimals,
  type Decimal,
  decimalToText,
  multiplyDecimals,
  negateDecimal,
  parseDecimal,
} from '@cubit/decimal';

const PART = /(\d{1,12}(?:\.\d{1,9})?)(ms|[dhms])/g;
const DURATION = /^(-?)((?:\d{1,12}(?:\.\d{1,9})?(?:ms|[dhms]))+)$/;

const UNIT_MS: Readonly<Record<string, bigint>> = { ms: 1n, s: 1_000n, m: 60_000n, h: 3_600_000n, d: 86_400_000n };

/** Parses `1h30m`, `7d`, `-1.5s` to milliseconds. A day is 24 hours. */
export function parseDuration(text: string): Decimal | undefined {
  const match = DURATION.exec(text);
  if (match === null) return undefined;
  let total: Decimal = { units: 0n, scale: 0 };
  for (const [, amount = '0', unit = 'ms'] of (match[2] ?? '').matchAll(PART)) {
    const value = parseDecimal(amount);
    if (value === undefined) return undefined;
    total = addDecimals(total, multiplyDecimals(value, { units: UNIT_MS[unit] ?? 1n, scale: 0 }));
  }
  return match[1] === '-' ? negateDecimal(total) : total;
}

/** Seconds with the unit, `5400s`, the JSON format of protocol buffers. */
export function durationText(ms: Decimal): string {
  return `${decimalToText({ units: ms.units, scale: ms.scale + 3 })}s`;
}

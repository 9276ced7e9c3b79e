import { isIP } from 'node:net';

/** Reads the text of one environment variable. Throws an `Error` whose message completes "PORT must be ..., not ...". */
export type Setting<Value> = (text: string) => Value;

export class UnfitSetting extends Error {}

function unfit(expected: string): never {
  throw new UnfitSetting(expected);
}

export const text: Setting<string> = (value) => value;

export const port: Setting<number> = (value) => {
  const number = Number(value);
  return /^\d{1,5}$/.test(value) && number <= 65_535 ? number : unfit('a port from 0 (any free one) to 65535');
};

/** A whole number from `least` on. */
export function count(least: number): Setting<number> {
  return (value) => {
    const number = Number(value);
    return /^\d{1,15}$/.test(value) && number >= least ? number : unfit(`a whole number from ${least} on`);
  };
}

/** Days that something is kept; null: for ever. */
export const days: Setting<number | null> = (value) => {
  if (value === 'forever') return null;
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : unfit('a number of days, or forever');
};

export function oneOf<const Values extends readonly string[]>(...values: Values): Setting<Values[number]> {
  return (value) => values.find((known) => known === value) ?? unfit(values.join(' or '));
}

export function url(...protocols: readonly string[]): Setting<URL> {
  return (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    return parsed && protocols.includes(parsed.protocol)
      ? parsed
      : unfit(`a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
  };
}

/** Where people reach the instance: links are made by appending paths to it. */
export const publicUrl: Setting<string> = (value) => {
  const { origin, pathname, search, hash, username } = url('http:', 'https:')(value);
  const isOrigin = pathname === '/' && search === '' && hash === '' && username === '';
  return isOrigin ? origin : unfit('an address without a path, such as https://cubit.example.org');
};

export const list: Setting<readonly string[]> = (value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** One or more of the values, each once. */
export function someOf<const Values extends readonly string[]>(...values: Values): Setting<readonly Values[number][]> {
  return (value) => {
    const chosen = [...new Set(list(value))].map((item) => values.find((known) => known === item));
    const known = chosen.filter((item) => item !== undefined);
    return known.length > 0 && known.length === chosen.length ? known : unfit(`of ${values.join(', ')}`);
  };
}

/** Proxies to believe: a number of hops, or addresses and ranges. */
export const proxies: Setting<number | readonly string[]> = (value) => {
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const addresses = list(value);
  return addresses.every(isAddressOrRange)
    ? addresses
    : unfit('a number of proxies, or their addresses (10.0.0.0/8, ::1)');
};

function isAddressOrRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
}

const UNITS: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 };

/** `1048576`, `500 MiB`. */
export const bytes: Setting<number> = (value) => {
  const [, number = '', unit = ''] = /^(\d{1,15})\s*([KMGT]iB)?$/.exec(value) ?? [];
  const size = Number(number) * (UNITS[unit] ?? 1);
  return number !== '' && size >= 1 && Number.isSafeInteger(size) ? size : unfit('a number of bytes, such as 500 MiB');
};

import { isIP } from 'node:net';

/** Parses one environment variable. Throws an `Error` whose message completes "PORT must be ..., not ...". */
export type Setting<Value> = (text: string) => Value;

export class InvalidSetting extends Error {}

function invalid(expected: string): never {
  throw new InvalidSetting(expected);
}

export const text: Setting<string> = (value) => value;

export const port: Setting<number> = (value) => {
  const number = Number(value);
  return /^\d{1,5}$/.test(value) && number <= 65_535 ? number : invalid('a port from 0 (any free one) to 65535');
};

/** A whole number of at least `least`. */
export function count(least: number): Setting<number> {
  return (value) => {
    const number = Number(value);
    return /^\d{1,15}$/.test(value) && number >= least ? number : invalid(`a whole number from ${least} on`);
  };
}

/** A number of days; null: unlimited. */
export const days: Setting<number | null> = (value) => {
  if (value === 'forever') return null;
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : invalid('a number of days, or forever');
};

export function oneOf<const Values extends readonly string[]>(...values: Values): Setting<Values[number]> {
  return (value) => values.find((known) => known === value) ?? invalid(values.join(' or '));
}

export function url(...protocols: readonly string[]): Setting<URL> {
  return (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    return parsed && protocols.includes(parsed.protocol)
      ? parsed
      : invalid(`a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
  };
}

/** A mail server URL. Only `tls=off` allows sending a password unencrypted; similar values are refused. */
export const smtpUrl: Setting<URL> = (value) => {
  const parsed = url('smtp:', 'smtps:')(value);
  const modes = parsed.searchParams.getAll('tls');
  const mayBeOff = parsed.protocol === 'smtp:' && modes.length === 1 && modes[0] === 'off';
  return modes.length === 0 || mayBeOff ? parsed : invalid('an smtp:// URL, whose only parameter is tls=off');
};

/** The public URL: paths are appended to it. */
export const publicUrl: Setting<string> = (value) => {
  const { origin, pathname, search, hash, username } = url('http:', 'https:')(value);
  const isOrigin = pathname === '/' && search === '' && hash === '' && username === '';
  return isOrigin ? origin : invalid('an address without a path, such as https://cubit.example.org');
};

export const list: Setting<readonly string[]> = (value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** One or more of the values, without repeats. */
export function someOf<const Values extends readonly string[]>(...values: Values): Setting<readonly Values[number][]> {
  return (value) => {
    const chosen = [...new Set(list(value))].map((item) => values.find((known) => known === item));
    const known = chosen.filter((item) => item !== undefined);
    return known.length > 0 && known.length === chosen.length ? known : invalid(`of ${values.join(', ')}`);
  };
}

/** Trusted proxies: a number of hops, or addresses and ranges. */
export const proxies: Setting<number | readonly string[]> = (value) => {
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const addresses = list(value);
  return addresses.every(isAddressOrRange)
    ? addresses
    : invalid('a number of proxies, or their addresses (10.0.0.0/8, ::1)');
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
  return number !== '' && size >= 1 && Number.isSafeInteger(size)
    ? size
    : invalid('a number of bytes, such as 500 MiB');
};

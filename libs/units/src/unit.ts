import { type Decimal, divideDecimals, multiplyDecimals, parseDecimal, toDecimal } from '@cubit/decimal';
import { bignumberDependencies, create, unitDependencies } from 'mathjs';
import { isPieces, spellingsOf } from './spelling.js';

/** A unit, relative to the plain unit of what it measures: a value in it times `factor`, plus `offset`. */
export interface Unit {
  /** The plain unit, which has no prefix: `g`, `m`, `l`, `ohm`. Units with the same one convert into each other. */
  readonly plain: string;
  readonly factor: Decimal;
  /** Not zero for temperatures only. */
  readonly offset: Decimal;
}

const ONE = toDecimal(1);
const NOTHING = toDecimal(0);
const PLACES = 40;

// Factors as decimals of 64 digits, which hold every definition exactly.
const math = create({ ...unitDependencies, ...bignumberDependencies }, { number: 'BigNumber', precision: 64 });

/** Plain units by what they measure. Others have a name made of base units. */
const PLAIN_UNITS = 'g m m^2 l s A V ohm S F H W J N Pa Hz K C Wb T mol cd lx bit rad'.split(' ');
const TEMPERATURES: Readonly<Record<string, Unit>> = {
  degC: { plain: 'degC', factor: ONE, offset: NOTHING },
  celsius: { plain: 'degC', factor: ONE, offset: NOTHING },
  K: { plain: 'degC', factor: ONE, offset: toDecimal('-273.15') },
  kelvin: { plain: 'degC', factor: ONE, offset: toDecimal('-273.15') },
  degF: {
    plain: 'degC',
    factor: divideDecimals(toDecimal(5), toDecimal(9), PLACES) ?? ONE,
    offset: negative(divideDecimals(toDecimal(160), toDecimal(9), PLACES)),
  },
};
const COUNTS: Readonly<Record<string, number>> = { pair: 2, pairs: 2, dozen: 12, gross: 144 };
const RATIOS: Readonly<Record<string, string>> = {
  '%': '1',
  percent: '1',
  pct: '1',
  '‰': '0.1',
  ppm: '0.0001',
  ppb: '0.0000001',
};

const CACHED = 1_000;
const cache = new Map<string, Unit | undefined>();

/** The unit of a name in any usual spelling; undefined if it is none, for example `roll`. */
export function readUnit(text: string): Unit | undefined {
  const name = text.trim();
  if (cache.has(name)) return cache.get(name);
  const unit = find(name);
  if (cache.size >= CACHED) cache.clear();
  cache.set(name, unit);
  return unit;
}

function find(name: string): Unit | undefined {
  if (isPieces(name)) return { plain: 'pcs', factor: ONE, offset: NOTHING };
  const count = own(COUNTS, name.toLowerCase());
  if (count !== undefined) return { plain: 'pcs', factor: toDecimal(count), offset: NOTHING };
  const ratio = own(RATIOS, name.toLowerCase());
  if (ratio !== undefined) return { plain: '%', factor: toDecimal(ratio), offset: NOTHING };
  for (const spelling of spellingsOf(name)) {
    const unit = own(TEMPERATURES, spelling) ?? libraryUnit(spelling);
    if (unit) return unit;
  }
  return undefined;
}

interface Measured {
  readonly dimensions: string;
  readonly size: Decimal;
}

function libraryUnit(spelling: string): Unit | undefined {
  const found = measure(spelling);
  if (!found) return undefined;
  const plain = plainUnits().get(found.dimensions);
  const factor = plain ? divideDecimals(found.size, plain.size, PLACES) : found.size;
  if (factor === undefined || factor.units <= 0n) return undefined;
  return { plain: plain?.name ?? `[${found.dimensions}]`, factor: trimmed(factor), offset: NOTHING };
}

let plains: ReadonlyMap<string, { readonly name: string; readonly size: Decimal }> | undefined;

function plainUnits(): NonNullable<typeof plains> {
  plains ??= new Map(
    PLAIN_UNITS.flatMap((name) => {
      const found = measure(name);
      return found ? [[found.dimensions, { name, size: found.size }] as const] : [];
    }).toReversed(),
  );
  return plains;
}

/** The size of one unit in base units, and what it measures; undefined if the library does not know it. */
function measure(spelling: string): Measured | undefined {
  try {
    const one = math.bignumber(1);
    const unit = math.unit(one, spelling) as unknown as {
      readonly value: unknown;
      readonly dimensions: readonly number[];
    };
    const size = parseDecimal(String(unit.value));
    return size ? { dimensions: unit.dimensions.join(','), size } : undefined;
  } catch {
    return undefined;
  }
}

function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function negative(value: Decimal | undefined): Decimal {
  return multiplyDecimals(value ?? NOTHING, toDecimal(-1));
}

/** Without trailing zeros, so that products stay short. */
function trimmed({ units, scale }: Decimal): Decimal {
  let [digits, places] = [units, scale];
  while (places > 0 && digits % 10n === 0n) [digits, places] = [digits / 10n, places - 1];
  return { units: digits, scale: places };
}

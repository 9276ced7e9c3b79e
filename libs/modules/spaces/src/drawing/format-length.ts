import type { Unit } from '../floorplan/floorplan.js';

const MM_PER_INCH = 25.4;
const INCHES_PER_FOOT = 12;

/** Millimetres per unit. */
const MM_PER: Readonly<Record<Unit, number>> = {
  mm: 1,
  cm: 10,
  m: 1_000,
  in: MM_PER_INCH,
  ft: MM_PER_INCH * INCHES_PER_FOOT,
};
const DECIMALS: Readonly<Record<Unit, number>> = { mm: 0, cm: 1, m: 2, in: 1, ft: 2 };
/** Larger numbers are not shown. */
const LARGEST = 1e9;
const THIN_SPACE = '\u2009';

/** `4.32 m`, `14′ 2″`, in the unit of the plan. */
export function formatLength(mm: number, unit: Unit = 'mm'): string {
  if (unit === 'ft') return feetAndInches(mm);
  return unit === 'in' ? `${figure(mm, unit)}″` : `${figure(mm, unit)}${THIN_SPACE}${unit}`;
}

/** `4.32 × 2.10 m`. */
export function formatSize(width: number, depth: number, unit: Unit = 'mm'): string {
  if (unit === 'ft') return `${feetAndInches(width)} × ${feetAndInches(depth)}`;
  return `${figure(width, unit)} × ${formatLength(depth, unit)}`;
}

function figure(mm: number, unit: Unit): string {
  const value = mm / MM_PER[unit];
  if (Math.abs(value) >= LARGEST) return value.toExponential(1);
  const rounded = Number(value.toFixed(DECIMALS[unit]));
  const [whole = '', fraction] = String(rounded).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, THIN_SPACE);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function feetAndInches(mm: number): string {
  const inches = Math.round(mm / MM_PER_INCH);
  if (inches >= LARGEST) return `${(inches / INCHES_PER_FOOT).toExponential(1)}′`;
  const [feet, rest] = [Math.floor(inches / INCHES_PER_FOOT), inches % INCHES_PER_FOOT];
  if (feet === 0) return `${rest}″`;
  return rest === 0 ? `${feet}′` : `${feet}′${THIN_SPACE}${rest}″`;
}

/** The longest round length of the unit up to `longestMm`: 1, 2 or 5 and zeros. */
export function roundLength(longestMm: number, unit: Unit = 'mm'): number {
  const most = longestMm / MM_PER[unit];
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [5, 2, 1].find((factor) => factor * power <= most) ?? 1;
  return step * power * MM_PER[unit];
}

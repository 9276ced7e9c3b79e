const MINUTES: Readonly<Record<string, number>> = { s: 1 / 60, min: 1, h: 60, days: 1_440, d: 1_440 };

/** A duration in the two largest units that say it: `90` minutes are `1 h 30 min`. Other units stay as they are. */
export function durationText(value: number, unit: string): string {
  const factor = MINUTES[unit] ?? MINUTES[unit.replace(/inutes?$|econds?$|ours?$/, '')];
  if (factor === undefined) return `${value} ${unit}`;
  if (unit === 'days' || unit === 'd') return value === 1 ? '1 day' : `${value} days`;
  const seconds = Math.round(Math.abs(value) * factor * 60);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first < 0) return `0 ${unit}`;
  const shown = parts.slice(first, first + 2).filter(([amount]) => amount > 0);
  return `${value < 0 ? '−' : ''}${shown.map(([amount, name]) => `${amount} ${name}`).join(' ')}`;
}

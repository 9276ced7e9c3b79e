import type { Wire } from '../wire.js';

const MOST = 3;

/** Up to three wires of modules to learn from: of different modules, those that are off or write a text first. */
export function recipesOf(wires: readonly Wire[]): readonly Wire[] {
  const own = wires.filter((wire) => wire.default !== null && wire.blocked === null);
  const sorted = own.toSorted((a, b) => rank(a) - rank(b));
  const ofModule = new Map(sorted.toReversed().map((wire) => [wire.event.split('.')[0], wire]));
  const first = new Set(ofModule.values());
  return [...sorted.filter((wire) => first.has(wire)), ...sorted.filter((wire) => !first.has(wire))].slice(0, MOST);
}

function rank({ enabled, condition, input }: Wire): number {
  // What runs already would run twice.
  if (!enabled) return 0;
  if (Object.values(input).some((value) => /[^}]\$\{/.test(String(value)))) return 1;
  return condition !== null || Object.keys(input).length > 0 ? 2 : 3;
}

import { compact } from '@cubit/core';
import type { MaterialLine } from '../job/job.fields.js';
import type { Slot } from '../machine/machine.fields.js';
import { fitsSlot } from '../queue/stock-budget.js';

/**
 * The lines of a print that starts, each with the spool that is in the machine for it: what is there is what will be used, whatever was planned.
 * Without lines, everything that is loaded in a single slot is one.
 */
export function bindLines(lines: readonly MaterialLine[], loaded: readonly Slot[]): MaterialLine[] {
  const cleared = lines.filter(({ closed }) => closed !== true).map(({ used_g: _, posted: __, ...line }) => line);
  if (loaded.length === 0) return cleared;
  if (cleared.length === 0) return loaded.length === 1 && loaded[0] ? [withSpool({}, loaded[0])] : [];
  const taken = new Set<Slot>();
  return cleared.map((line) => {
    const rest = loaded.filter((slot) => !taken.has(slot));
    const slot = rest.find((one) => fitsSlot(line, one)) ?? standIn(line, cleared, rest);
    if (!slot) return line;
    taken.add(slot);
    return withSpool(line, slot);
  });
}

/** What lies in the slot that the line asks for, or in the only one. */
function standIn(
  { slot: wanted }: MaterialLine,
  lines: readonly MaterialLine[],
  rest: readonly Slot[],
): Slot | undefined {
  if (wanted !== undefined) return rest.find(({ slot }) => slot === wanted);
  return lines.length === 1 && rest.length === 1 ? rest[0] : undefined;
}

function withSpool(line: MaterialLine, { stock_item, part, slot, material }: Slot): MaterialLine {
  return compact({
    ...line,
    slot,
    stock_item: stock_item ?? line.stock_item,
    part: part ?? line.part,
    material: line.material ?? material,
  });
}

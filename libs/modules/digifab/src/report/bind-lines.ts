import { compact } from '@cubit/core';
import type { MaterialLine } from '../job/job.fields.js';
import type { Slot } from '../machine/machine.fields.js';
import { fitsSlot } from '../queue/stock-budget.js';

/**
 * Binds the lines of a starting print to the loaded spools: what is loaded will be used, whatever was planned. Without lines, a single loaded
 * slot becomes the only line.
 */
export function bindLines(lines: readonly MaterialLine[], loaded: readonly Slot[]): MaterialLine[] {
  const cleared = lines.filter(({ closed }) => closed !== true).map(unusedLine);
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

function unusedLine({ used_g: _, posted_g: __, posted: ___, ...line }: MaterialLine): MaterialLine {
  return line;
}

/** The slot that the line names, or the only slot. */
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

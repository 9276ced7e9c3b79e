import { gramsOfLength, roundGrams, type FilamentShape } from '../accounting/filament.js';
import type { MaterialLine } from '../job/job.fields.js';
import type { Slot } from '../machine/machine.fields.js';
import type { Report } from './report-input.js';

/** From here on, what was measured is nearer to the truth than what was estimated. */
const NEARLY_DONE = 0.98;

export interface Usage {
  readonly lines: readonly MaterialLine[];
  /** What is loaded on the machine; empty where nobody keeps a record of it. */
  readonly loaded: readonly Slot[];
  readonly report: Pick<Report, 'filament_used_g' | 'filament_used_mm' | 'materials'>;
  /** Filament as it was last reported before. */
  readonly lastUsedMm: number | undefined;
  /** 0 to 1; 1 for a print that was completed. */
  readonly progress: number;
  /** As it was last reported before. */
  readonly lastProgress: number;
  readonly isCompleted: boolean;
  shapeOf(line: MaterialLine): FilamentShape;
}

/**
 * Grams of each line at the end of an attempt: what was reported, else what was estimated, in proportion to how far it came. A line whose spool
 * was taken out during the print has its grams already; one that is not on the machine is charged nothing.
 */
export function usedGrams(usage: Usage): readonly number[] {
  const { lines, loaded } = usage;
  const used = lines.map((line) => (line.closed === true ? (line.used_g ?? 0) : 0));
  const open = lines.flatMap((line, index) => (line.closed !== true && isThere(line, loaded) ? [{ line, index }] : []));
  const single = open.map(({ line }) => singly(usage, line));
  const unknown = open.filter((_, at) => single[at] === undefined);
  open.forEach(({ index }, at) => (used[index] = single[at] ?? 0));
  if (unknown.length === 0) return used.map(roundGrams);
  const known = used.reduce((sum, one) => sum + one, 0);
  const estimated = unknown.reduce((sum, { line: { est_g = 0 } }) => sum + est_g, 0);
  const closed = lines.reduce((sum, line) => sum + (line.closed === true ? (line.used_g ?? 0) : 0), 0);
  // Of what is estimated to have been used by now, the spools that were taken out have given their part.
  const rest = (estimated + closed) * usage.progress - closed;
  const total = totalOf(usage, unknown[0]?.line as MaterialLine);
  const openGrams = Math.max(0, total === undefined ? rest : total - known);
  unknown.forEach(({ line: { est_g = 0 }, index }) => {
    used[index] = openGrams * (estimated > 0 ? est_g / estimated : 1 / unknown.length);
  });
  return used.map(roundGrams);
}

function isThere({ stock_item: item, part }: MaterialLine, loaded: readonly Slot[]): boolean {
  if (loaded.length === 0) return true;
  if (item !== undefined) return loaded.some((slot) => slot.stock_item === item);
  return part === undefined || loaded.some((slot) => slot.part === part);
}

/** What was reported of this line alone. */
function singly({ report, loaded, shapeOf }: Usage, line: MaterialLine): number | undefined {
  const own = report.materials?.find(({ slot, stock_item }) =>
    stock_item === undefined
      ? slot !== undefined && slot === (line.slot ?? slotOf(line, loaded))
      : stock_item === line.stock_item,
  );
  if (own?.used_g !== undefined) return own.used_g;
  if (own?.used_mm !== undefined) return gramsOfLength(own.used_mm, shapeOf(line));
  // Where the machine tells slots apart, one that it does not name took nothing.
  return report.materials === undefined ? undefined : 0;
}

function slotOf(line: MaterialLine, loaded: readonly Slot[]): number | undefined {
  return loaded.find(({ stock_item }) => stock_item !== undefined && stock_item === line.stock_item)?.slot;
}

/** What was reported of the whole print. An earlier figure is older than the end of a completed print, so there the estimate goes before it. */
function totalOf(
  { report, lastUsedMm, lastProgress, isCompleted, lines, shapeOf }: Usage,
  line: MaterialLine,
): number | undefined {
  const { filament_used_g: g, filament_used_mm: mm } = report;
  if (g !== undefined) return g;
  if (mm !== undefined) return gramsOfLength(mm, shapeOf(line));
  const isEstimated = lines.some(({ est_g }) => est_g !== undefined);
  if (lastUsedMm === undefined || (isCompleted && isEstimated && lastProgress < NEARLY_DONE)) return undefined;
  return gramsOfLength(isCompleted && lastProgress > 0 ? lastUsedMm / lastProgress : lastUsedMm, shapeOf(line));
}

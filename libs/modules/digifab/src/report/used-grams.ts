import { gramsOfLength, roundGrams, type FilamentShape } from '../accounting/filament.js';
import type { MaterialLine } from '../job/job.fields.js';
import type { Slot } from '../machine/machine.fields.js';
import type { Report } from './report-input.js';

/** From this progress on, the measured use is more accurate than the estimate. */
const NEARLY_DONE = 0.98;

export interface UsageInput {
  readonly lines: readonly MaterialLine[];
  /** Slots loaded on the machine; empty if loaded material is not tracked. */
  readonly loaded: readonly Slot[];
  readonly report: Pick<Report, 'filament_used_g' | 'filament_used_mm' | 'materials'>;
  /** Filament as reported before, in millimetres. */
  readonly lastUsedMm: number | undefined;
  /** From 0 to 1; 1 for a completed print. */
  readonly progress: number;
  /** Progress as reported before. */
  readonly lastProgress: number;
  readonly isCompleted: boolean;
  shapeOf(line: MaterialLine): FilamentShape;
}

/**
 * Grams used by each line of an attempt: as reported, otherwise estimated in proportion to the progress. A line whose spool was removed during the
 * print keeps its grams; a line whose spool is not loaded is charged nothing.
 */
export function usedGrams(usage: UsageInput): readonly number[] {
  const { lines, loaded } = usage;
  const used = lines.map((line) => (line.closed === true ? (line.used_g ?? 0) : 0));
  const open = lines.flatMap((line, index) =>
    line.closed !== true && isLoaded(line, loaded) ? [{ line, index }] : [],
  );
  const single = open.map(({ line }) => reportedGrams(usage, line));
  const unknown = open.filter((_, at) => single[at] === undefined);
  open.forEach(({ index }, at) => (used[index] = single[at] ?? 0));
  if (unknown.length === 0) return used.map(roundGrams);
  const known = used.reduce((sum, one) => sum + one, 0);
  const estimated = unknown.reduce((sum, { line: { est_g = 0 } }) => sum + est_g, 0);
  const closed = lines.reduce((sum, line) => sum + (line.closed === true ? (line.used_g ?? 0) : 0), 0);
  // The removed spools are part of the estimated use so far.
  const rest = (estimated + closed) * usage.progress - closed;
  const total = totalOf(usage, unknown[0]?.line as MaterialLine);
  const openGrams = Math.max(0, total === undefined ? rest : total - known);
  unknown.forEach(({ line: { est_g = 0 }, index }) => {
    used[index] = openGrams * (estimated > 0 ? est_g / estimated : 1 / unknown.length);
  });
  return used.map(roundGrams);
}

function isLoaded({ stock_item: item, part }: MaterialLine, loaded: readonly Slot[]): boolean {
  if (loaded.length === 0) return true;
  if (item !== undefined) return loaded.some((slot) => slot.stock_item === item);
  return part === undefined || loaded.some((slot) => slot.part === part);
}

/** Grams reported for this line alone. */
function reportedGrams({ report, loaded, shapeOf }: UsageInput, line: MaterialLine): number | undefined {
  const own = report.materials?.find(({ slot, stock_item }) =>
    stock_item === undefined
      ? slot !== undefined && slot === (line.slot ?? slotOf(line, loaded))
      : stock_item === line.stock_item,
  );
  if (own?.used_g !== undefined) return own.used_g;
  if (own?.used_mm !== undefined) return gramsOfLength(own.used_mm, shapeOf(line));
  // If a machine reports use by slot, a slot that it does not list used nothing.
  return report.materials === undefined ? undefined : 0;
}

function slotOf(line: MaterialLine, loaded: readonly Slot[]): number | undefined {
  return loaded.find(({ stock_item }) => stock_item !== undefined && stock_item === line.stock_item)?.slot;
}

/** Grams reported for the whole print. For a completed print the estimate takes precedence over an earlier report. */
function totalOf(
  { report, lastUsedMm, lastProgress, isCompleted, lines, shapeOf }: UsageInput,
  line: MaterialLine,
): number | undefined {
  const { filament_used_g: g, filament_used_mm: mm } = report;
  if (g !== undefined) return g;
  if (mm !== undefined) return gramsOfLength(mm, shapeOf(line));
  const isEstimated = lines.some(({ est_g }) => est_g !== undefined);
  if (lastUsedMm === undefined || (isCompleted && isEstimated && lastProgress < NEARLY_DONE)) return undefined;
  return gramsOfLength(isCompleted && lastProgress > 0 ? lastUsedMm / lastProgress : lastUsedMm, shapeOf(line));
}

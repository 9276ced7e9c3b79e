import { subtractQuantities } from '@cubit/decimal';
import { inUnitOfPart } from '../accounting/in-unit-of-part.js';
import type { MaterialLine } from '../job/job.fields.js';
import type { Machine, Slot } from '../machine/machine.fields.js';
import type { QueueStock } from './queue-state.js';

/** The stock that a material line will use. */
export interface Binding {
  readonly line: number;
  readonly part?: string;
  readonly stockItem?: string;
  /** In the unit of the part; 0 if there is no estimate. */
  readonly qty: number;
}

type Shortage = 'no_material' | 'not_enough_material';
export type BindingResult = { readonly bound: readonly Binding[] } | { readonly short: ReadonlySet<Shortage> };

/** Machine types on which unloaded material is unavailable. On other types loaded material may not be tracked. */
const HOLDS_ITS_MATERIAL: readonly Machine['fields']['type'][] = ['fdm', 'resin'];

/** Stock available during one matching pass. Material bound to one job is no longer available to the next. */
export class StockBudget {
  readonly #stock: QueueStock;
  readonly #free: Map<string, number>;
  readonly #available: Map<string, number>;

  constructor(stock: QueueStock) {
    this.#stock = stock;
    this.#free = new Map(stock.free);
    this.#available = new Map([...stock.parts.values()].map(({ id, fields }) => [id, fields.available]));
  }

  /** Binds the lines of a job to the material loaded on a machine, without deducting it. */
  bind(lines: readonly MaterialLine[], machine: Machine): BindingResult {
    const bound: Binding[] = [];
    const short = new Set<Shortage>();
    const slots = machine.fields.loaded ?? [];
    const taken = new Set<Slot>();
    lines.forEach((line, index) => {
      const outcome = this.#bindLine({ line, index, machine, slots: slots.filter((slot) => !taken.has(slot)) });
      if (typeof outcome === 'string') short.add(outcome);
      else {
        bound.push(outcome.binding);
        if (outcome.slot) taken.add(outcome.slot);
      }
    });
    return short.size > 0 ? { short } : { bound };
  }

  take(bound: readonly Binding[]): void {
    for (const { part, stockItem, qty } of bound) {
      if (stockItem !== undefined) this.#free.set(stockItem, subtractQuantities(this.#free.get(stockItem) ?? 0, qty));
      if (part !== undefined) this.#available.set(part, subtractQuantities(this.#available.get(part) ?? 0, qty));
    }
  }

  #bindLine({
    line,
    index,
    machine,
    slots,
  }: {
    line: MaterialLine;
    index: number;
    machine: Machine;
    slots: readonly Slot[];
  }) {
    const all = machine.fields.loaded ?? [];
    if (all.length === 0) return this.#bindUnloaded(line, index, machine);
    const fitting = slots.filter((slot) => fitsSlot(line, slot));
    if (fitting.length === 0) return 'no_material';
    for (const slot of fitting) {
      const binding = this.#reserve({ line, index, part: slot.part ?? line.part, stockItem: slot.stock_item });
      if (binding) return { binding, slot };
    }
    return 'not_enough_material';
  }

  /** Loaded material is not tracked: the spool that the job names will be loaded. */
  #bindUnloaded(line: MaterialLine, index: number, { fields: { type } }: Machine) {
    if (line.stock_item === undefined && HOLDS_ITS_MATERIAL.includes(type)) return 'no_material';
    const binding = this.#reserve({ line, index, part: line.part, stockItem: line.stock_item });
    return binding ? { binding, slot: null } : 'not_enough_material';
  }

  /** Null if less is available than the line is estimated to use. */
  #reserve({
    line,
    index,
    part,
    stockItem,
  }: {
    line: MaterialLine;
    index: number;
    part: string | undefined;
    stockItem: string | undefined;
  }): Binding | null {
    const owner = this.#stock.parts.get(part ?? '');
    if (!owner) return { line: index, qty: 0 };
    const qty = inUnitOfPart(line.est_g ?? 0, owner) ?? 0;
    const free = stockItem === undefined ? Infinity : (this.#free.get(stockItem) ?? 0);
    if (qty > free || qty > (this.#available.get(owner.id) ?? 0)) return null;
    return { line: index, part: owner.id, qty, ...(stockItem === undefined ? {} : { stockItem }) };
  }
}

/** Whether the material in a slot satisfies everything that the line specifies. */
export function fitsSlot(line: MaterialLine, slot: Slot): boolean {
  if (line.slot !== undefined && line.slot !== slot.slot) return false;
  if (line.stock_item !== undefined) return line.stock_item === slot.stock_item;
  if (line.part !== undefined) return line.part === slot.part;
  return sameText(line.material, slot.material) && sameText(line.color_hex, slot.color_hex);
}

function sameText(wanted: string | undefined, there: string | undefined): boolean {
  return wanted === undefined || wanted.toLowerCase() === there?.toLowerCase();
}

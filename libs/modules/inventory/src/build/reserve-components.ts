import { fail, type ErrorDetail, type ModuleContext, type NewRecord } from '@cubit/core';
import { shortageDetected } from './build-events.js';
import type { ReservationKind } from '../reservation/reservation.fields.js';
import { reservation } from '../reservation/reservation.kind.js';
import { pickStock } from '../stock/pick-stock.js';
import { unitOf } from '../part/unit.js';
import type { Build, BuildLine } from './build.fields.js';
import { componentStock, type ComponentStock } from './component-stock.js';
import { shareOut, totalsOf } from './share-out.js';

interface Reserving {
  readonly build: Build;
  readonly lines: readonly BuildLine[];
  /** What is not there is reserved as well, and told of; else it is refused. */
  readonly shortagesOk: boolean;
}

/** Reserves what the lines need: the component, its substitutes where it is short. */
export async function reserveComponents(
  context: ModuleContext<typeof shortageDetected>,
  { build, lines, shortagesOk }: Reserving,
): Promise<void> {
  const stock = await componentStock(context, build, lines);
  const claims = lines.map(({ component, substitutes, required }) => ({ component, substitutes, qty: required }));
  const { shares, short } = shareOut(claims, [stock.free]);
  const missing = lines.flatMap((line, index) => ((short[index] ?? 0) > 0 ? [{ line, qty: short[index] ?? 0 }] : []));
  if (missing.length > 0 && !shortagesOk) throw shortages(missing, stock);
  const made = [...totalsOf(shares)].flatMap(([part, qty]) => reservationsOf(build, { part, qty, stock }));
  const awaited = missing.map(({ line, qty }) => of(build, { part: line.component, qty }));
  await context.records.createMany(reservation, [...made, ...awaited]);
  for (const { line, qty } of missing)
    context.emit(shortageDetected, {
      partId: line.component,
      partName: stock.parts.get(line.component)?.title ?? '',
      buildId: build.id,
      number: build.title,
      required: line.required,
      short: qty,
    });
}

interface Kept {
  readonly part: string;
  readonly qty: number;
  readonly stock_item?: string;
}

/** Of a build with a source the very items there; else of the part, from wherever. */
function reservationsOf(
  build: Build,
  { part, qty, stock }: Kept & { readonly stock: ComponentStock },
): readonly NewRecord<ReservationKind>[] {
  if (build.fields.source_location === undefined) return [of(build, { part, qty })];
  const { takes } = pickStock(stock.candidates.get(part) ?? [], qty);
  return takes.map((take) => of(build, { part, qty: take.qty, stock_item: take.item.id }));
}

function of(build: Build, kept: Kept): NewRecord<ReservationKind> {
  const { due } = build.fields;
  return {
    fields: { ...kept, for: { kind: build.kind, id: build.id }, ...(due === undefined ? {} : { needed_by: due }) },
    path: () => '/record',
  };
}

interface Missing {
  readonly line: Pick<BuildLine, 'component'>;
  readonly qty: number;
}

/** `409`, a detail for every component that is short. */
export function shortages(missing: readonly Missing[], { parts }: ComponentStock, path = '/record'): Error {
  const details = missing.map(({ line, qty }): ErrorDetail => {
    const owner = parts.get(line.component);
    const message = `${qty} ${owner ? unitOf(owner) : ''} of '${owner?.title ?? line.component}' are missing.`;
    return { path, code: 'insufficient_stock', message };
  });
  const [first] = details;
  const more = details.length > 1 ? ` ${details.length - 1} more components are short.` : '';
  return fail('insufficient_stock', `${first?.message ?? ''}${more}`, { details });
}

import { type ExactQuantity, exactToText } from '@cubit/decimal';
import { type ErrorDetail, errorOf, type ModuleContext, type NewRecord } from '@cubit/core';
import { shortageDetected } from './build-events.js';
import type { ReservationKind } from '../reservation/reservation.fields.js';
import { reservation } from '../reservation/reservation.kind.js';
import { pickStock } from '../stock/pick-stock.js';
import { unitOf, shownOfPart } from '../part/unit.js';
import type { Build, BuildLine } from './build.fields.js';
import { requiredOf } from './build-lines.js';
import { componentStock, type ComponentStock, missingOfComponent } from './component-stock.js';
import { allocate, totalsByPart } from './allocate.js';

interface ReserveComponentsOptions {
  readonly build: Build;
  readonly lines: readonly BuildLine[];
  /** Reserve missing quantities as well and emit `shortageDetected`; otherwise refuse. */
  readonly shortagesOk: boolean;
}

/** Reserves the components of the lines, and substitutes for components that are short. */
export async function reserveComponents(
  context: ModuleContext<typeof shortageDetected>,
  { build, lines, shortagesOk }: ReserveComponentsOptions,
): Promise<void> {
  const stock = await componentStock(context, build, lines);
  const claims = lines.map((line) => ({
    component: line.component,
    substitutes: line.substitutes,
    qty: requiredOf(line, stock.parts.get(line.component)),
  }));
  const { shares, short } = allocate(claims, [stock.free]);
  const missing = lines
    .map((line, index) => ({ line, qty: missingOfComponent(stock, line.component, short[index] ?? 0n) }))
    .filter(({ qty }) => qty > 0n);
  if (missing.length > 0 && !shortagesOk) throw shortagesError(missing, stock);
  const made = [...totalsByPart(shares)].flatMap(([part, qty]) => newReservations(build, { part, qty, stock }));
  const awaited = missing.map(({ line, qty }) => newReservation(build, { part: line.component, qty }));
  await context.records.createMany(reservation, [...made, ...awaited]);
  for (const { line, qty } of missing) {
    const owner = stock.parts.get(line.component);
    if (!owner) continue;
    context.emit(shortageDetected, {
      partId: line.component,
      partName: owner.title,
      buildId: build.id,
      number: build.title,
      required: line.required,
      short: shownOfPart(owner, qty),
      unit: unitOf(owner),
    });
  }
}

interface ReservedStock {
  readonly part: string;
  readonly qty: ExactQuantity;
  readonly stock_item?: string;
}

/** With a source location, reserves specific stock items there; otherwise the part. */
function newReservations(
  build: Build,
  { part, qty, stock }: ReservedStock & { readonly stock: ComponentStock },
): readonly NewRecord<ReservationKind>[] {
  if (build.fields.source_location === undefined) return [newReservation(build, { part, qty })];
  const { takes } = pickStock(stock.candidates.get(part) ?? [], qty);
  return takes.map((take) => newReservation(build, { part, qty: take.qty, stock_item: take.item.id }));
}

function newReservation(build: Build, { qty, ...kept }: ReservedStock): NewRecord<ReservationKind> {
  const { due } = build.fields;
  return {
    fields: {
      ...kept,
      exact: { qty: exactToText(qty), used: '0' },
      for: { kind: build.kind, id: build.id },
      ...(due === undefined ? {} : { needed_by: due }),
    },
    path: () => '/record',
  };
}

interface MissingComponent {
  readonly line: Pick<BuildLine, 'component'>;
  readonly qty: ExactQuantity;
}

/** The `409` error, with a detail for every component that is short. */
export function shortagesError(
  missing: readonly MissingComponent[],
  { parts }: ComponentStock,
  path = '/record',
): Error {
  const details = missing.map(({ line, qty }): ErrorDetail => {
    const owner = parts.get(line.component);
    const message = `${owner ? `${shownOfPart(owner, qty)} ${unitOf(owner)}` : ''} of '${owner?.title ?? line.component}' are missing.`;
    return { path, code: 'insufficient_stock', message };
  });
  const [first] = details;
  const more = details.length > 1 ? ` ${details.length - 1} more components are short.` : '';
  return errorOf('insufficient_stock', `${first?.message ?? ''}${more}`, { details });
}

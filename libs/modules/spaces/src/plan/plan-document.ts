import type { ModuleContext, RecordOf } from '@cubit/core';
import { type Floorplan } from '../floorplan/floorplan.js';
import { planNodes, type PlanNode } from '../floorplan/plan-nodes.js';
import { plan, planPart } from './plan.kind.js';

/** Units of UTF-16 in a piece; a code point has one or two, so a piece fits a long text. */
const PIECE_LENGTH = 20_000;

/** Upper bound for the pieces of the largest document. */
const MAX_PIECES = 10_000;

export type PlanRecord = RecordOf<typeof plan>;

/** A document and its original text. The text is stored, so that it is returned as it was sent. */
export interface PlanDocument {
  readonly floorplan: Floorplan;
  readonly text: string;
}

type Storing = Pick<ModuleContext, 'records'>;

export async function createPlan({ records }: Storing, document: PlanDocument): Promise<PlanRecord> {
  const created = await records.create(plan, fieldsOf(document));
  await records.createMany(planPart, partsOf(created.id, toPieces(document.text)));
  return created;
}

/** Replaces the document of a plan. Only pieces that differ are written; an equal document changes nothing. */
export async function replaceDocument(
  { records }: Storing,
  known: PlanRecord,
  document: PlanDocument,
): Promise<PlanRecord> {
  const before = await piecesOf({ records }, known.id);
  const pieces = toPieces(document.text);
  if (before.map(({ fields }) => fields.text).join('') === document.text) return known;
  await records.updateMany(
    planPart,
    before.slice(0, pieces.length).map(({ id }, index) => ({ id, fields: { text: pieces[index] ?? '' } })),
  );
  await records.createMany(planPart, partsOf(known.id, pieces, before.length));
  await records.remove(
    planPart,
    before.slice(pieces.length).map(({ id }) => id),
  );
  const { site = null, units_entered = null, ...rest } = fieldsOf(document);
  return records.update(plan, known.id, { ...rest, site, units_entered, status: 'draft' });
}

export async function readDocument({ records }: Storing, planId: string): Promise<PlanDocument> {
  const text = await readText({ records }, planId);
  return { text, floorplan: JSON.parse(text) as Floorplan };
}

export async function readText({ records }: Storing, planId: string): Promise<string> {
  const pieces = await piecesOf({ records }, planId);
  return pieces.map(({ fields }) => fields.text).join('');
}

/** Moves the plan and its document to the trash. Its locations stay. */
export async function removePlan({ records }: Storing, planId: string): Promise<void> {
  const pieces = await piecesOf({ records }, planId);
  await records.remove(
    planPart,
    pieces.map(({ id }) => id),
  );
  await records.remove(plan, [planId]);
}

function piecesOf({ records }: Storing, planId: string) {
  return records.find(planPart, { where: { plan: planId }, sort: 'number', limit: MAX_PIECES });
}

function partsOf(planId: string, pieces: readonly string[], from = 0) {
  return pieces.slice(from).map((text, index) => ({ fields: { plan: planId, number: from + index, text } }));
}

function fieldsOf({ floorplan, text }: PlanDocument) {
  const { site, units_entered, rooms } = floorplan;
  return {
    name: planName(floorplan),
    ...(site ? { site: site.name } : {}),
    ...(units_entered ? { units_entered } : {}),
    rooms: rooms.length,
    locations: countNodes(planNodes(floorplan)),
    bytes: utf8Length(text),
  };
}

export function planName({ site, rooms }: Floorplan): string {
  return site?.name ?? rooms[0]?.name ?? '';
}

function countNodes(nodes: readonly PlanNode[]): number {
  return nodes.reduce((count, { children }) => count + 1 + countNodes(children), 0);
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Splits a text into pieces that fit a field, never within a surrogate pair, which could not be stored. */
function toPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = start + PIECE_LENGTH;
    const stop = end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
    pieces.push(text.slice(start, stop));
    start = stop;
  }
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

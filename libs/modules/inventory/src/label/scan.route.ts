import { defineModuleRoute, errorOf, type KindDefinition, type ModuleContext, notFound } from '@cubit/core';
import { Type } from 'typebox';
import { part } from '../part/part.kind.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { readCode } from './label-code.js';
import { place } from './place.js';

const MAX_LENGTH = 500;
const found = Type.Object(
  {
    kind: Type.Unsafe<string>({ type: 'string', enum: [part.id, stockItem.id, place.id] }),
    id: Type.String({ format: 'uuid' }),
  },
  { additionalProperties: false },
);
interface ScannedRecord {
  readonly kind: string;
  readonly id: string;
}

export const scanRoute = defineModuleRoute({
  operationId: 'scanCode',
  method: 'GET',
  path: '/scan',
  summary: 'Find the record of a scanned code (deprecated)',
  description:
    'Deprecated, and removed with the next minor version: use `GET /orgs/{workspace}/scan`, which finds the records of every module. Looks for the code in this order: a code printed by `inventory:print_label` or `spaces:print_label`, the internal number (`ipn`) of a part, the `barcodes` of a part, the serial number of a stock item, the `code` of a location. `409` if several parts or stock items have the code.',
  query: Type.Object({
    code: Type.String({ minLength: 1, maxLength: MAX_LENGTH, description: 'The text that the scanner read.' }),
  }),
  responses: { 200: { description: 'The record.', schema: found } },
  errors: ['not_found', 'conflict'],
  async handler(context, { query }) {
    const code = query.code.trim();
    const candidates = await context.transaction((inside) => recordsWithCode(inside, code));
    const [one, another] = candidates;
    if (!one) throw notFound('Code');
    if (another) throw ambiguousCodeError(code, candidates);
    return { status: 200, body: one };
  },
});

async function recordsWithCode({ records }: ModuleContext, code: string): Promise<readonly ScannedRecord[]> {
  const printed = readCode(code);
  if (printed) {
    const { kind, id } = printed;
    const known = await records.getMany<KindDefinition>(kind, [id]);
    return [...known.values()].map(({ kind: of, id: which }) => ({ kind: of, id: which }));
  }
  const lookups = [
    () => records.find(part, { where: { ipn: code }, limit: 1 }),
    () => records.find(part, { where: { barcodes: { has: code } }, limit: 2 }),
    () => records.find(stockItem, { where: { serial: code }, limit: 2 }),
    () => records.find(place, { where: { code }, limit: 1 }),
  ];
  for (const look of lookups) {
    const matches = await look();
    if (matches.length > 0) return matches.map(({ kind, id }) => ({ kind, id }));
  }
  return [];
}

function ambiguousCodeError(code: string, candidates: readonly ScannedRecord[]): Error {
  const message = `Several records have the code '${code}'.`;
  const details = candidates.map(({ kind, id }) => ({
    path: 'query:code',
    code: 'ambiguous',
    message: `${kind} ${id}`,
  }));
  return errorOf('conflict', message, { details });
}

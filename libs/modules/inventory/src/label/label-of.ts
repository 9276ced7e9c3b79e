import { Field, type ModuleContext } from '@cubit/core';
import { codeAddress, type Label } from '@cubit/labels';
import { Type } from 'typebox';
import type { Part } from '../part/part.fields.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { part } from '../part/part.kind.js';
import { defaultLocations } from '../stock/default-location.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { codeOf } from './label-code.js';
import { place } from './place.js';

/** What the QR code of a label holds. */
export const qrField = Type.Optional(
  Field.enum(['code', 'link'], {
    default: 'code',
    title: 'QR code',
    description: 'A link is an address that the camera of a phone opens. Scanning reads both.',
  }),
);

export function withQr(label: Label, qr: string, { publicUrl }: ModuleContext): Label {
  return qr === 'link' ? { ...label, qr: codeAddress(publicUrl, label.code) } : label;
}

/** Labels in order; undefined for what is no part or stock item. A few reads for any number of them. */
export async function labelsOf(
  context: ModuleContext,
  wanted: readonly { readonly kind: string; readonly id: string }[],
): Promise<readonly (Label | undefined)[]> {
  const { records } = context;
  const idsOf = (kind: string) => wanted.flatMap((record) => (record.kind === kind ? [record.id] : []));
  const items = await records.getMany(stockItem, idsOf(stockItem.id));
  const owners = [...items.values()].map(({ fields }) => fields.part);
  const parts = await records.getMany(part, [...new Set([...idsOf(part.id), ...owners])]);
  const locationOf = await defaultLocations(context, [...parts.values()]);
  const wheres = [...items.values()].map(({ fields }) => fields.location);
  const names = await placeNames(context, [...wheres, ...[...parts.values()].map(locationOf)]);
  return wanted.map(({ kind, id }) => {
    const item = items.get(id);
    const owner = parts.get(item?.fields.part ?? id);
    if (!owner || kind !== (item ? stockItem.id : part.id)) return undefined;
    const where = names.get((item ? item.fields.location : locationOf(owner)) ?? '') ?? '';
    return item ? labelOfItem(item, owner, where) : labelOfPart(owner, where);
  });
}

/** Label of a part: name, internal number, manufacturer and default location. */
function labelOfPart(owner: Part, where: string): Label {
  const { ipn, manufacturer, mpn } = owner.fields;
  const made = [manufacturer, mpn].filter((text) => text !== undefined).join(' ');
  return { code: codeOf(owner), title: owner.title, lines: [ipn ?? '', made, where].filter((line) => line !== '') };
}

/** Label of a stock item: part, serial number or lot, expiry and location. The quantity changes and is not printed. */
function labelOfItem(item: StockItem, owner: Part, where: string): Label {
  const { serial, lot, expires_on } = item.fields;
  const lines = [
    serial === undefined ? '' : `S/N ${serial}`,
    lot === undefined ? '' : `Lot ${lot}`,
    owner.fields.ipn ?? '',
    expires_on === undefined ? '' : `Expires ${expires_on}`,
    where,
  ];
  return { code: codeOf(item), title: owner.title, lines: lines.filter((line) => line !== '') };
}

async function placeNames(
  { records }: ModuleContext,
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== undefined);
  const places = known.length === 0 ? [] : await records.getMany(place, known);
  return new Map([...places].map(([id, { fields }]) => [id, fields.path ?? fields.name ?? '']));
}

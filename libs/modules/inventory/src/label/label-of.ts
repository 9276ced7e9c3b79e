import type { ModuleContext } from '@cubit/core';
import type { Label } from '@cubit/labels';
import type { Part } from '../part/part.fields.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { defaultLocation } from '../stock/default-location.js';
import { codeOf } from './label-code.js';
import { place } from './place.js';

/** Label of a part: name, internal number, manufacturer and default location. */
export async function labelOfPart(context: ModuleContext, part: Part): Promise<Label> {
  const { ipn, manufacturer, mpn } = part.fields;
  const made = [manufacturer, mpn].filter((text) => text !== undefined).join(' ');
  const where = await placeName(context, await defaultLocation(context, part));
  return { code: codeOf(part), title: part.title, lines: [ipn ?? '', made, where].filter((line) => line !== '') };
}

/** Label of a stock item: part, serial number or lot, expiry and location. The quantity changes and is not printed. */
export async function labelOfItem(context: ModuleContext, item: StockItem, part: Part): Promise<Label> {
  const { serial, lot, expires_on, location } = item.fields;
  const lines = [
    serial === undefined ? '' : `S/N ${serial}`,
    lot === undefined ? '' : `Lot ${lot}`,
    part.fields.ipn ?? '',
    expires_on === undefined ? '' : `Expires ${expires_on}`,
    await placeName(context, location),
  ];
  return { code: codeOf(item), title: part.title, lines: lines.filter((line) => line !== '') };
}

async function placeName({ records }: ModuleContext, id: string | undefined): Promise<string> {
  if (id === undefined) return '';
  const fields = (await records.getMany(place, [id])).get(id)?.fields;
  return fields?.path ?? fields?.name ?? '';
}

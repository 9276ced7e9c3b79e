import { compact } from '@cubit/core';
import { unzipSync } from 'fflate';
import { roundGrams } from '../accounting/filament.js';
import { imageTypeOf, MAX_THUMBNAIL_BYTES, MAX_TOOLS, withinLimits, type PrintMetadata } from './print-metadata.js';

const SLICE_INFO = 'Metadata/slice_info.config';
const THUMBNAILS = ['Metadata/plate_1.png', 'Metadata/thumbnail.png', 'Metadata/top_1.png'];
/** Limit on the unpacked size, usually a few kilobytes. It is checked before unpacking, and memory is allocated for the declared size only. */
const MAX_INFO_BYTES = 4_000_000;
const MAX_PLATES = 100;

/** Reads the slicing metadata of Bambu Studio and OrcaSlicer, and the thumbnail of any 3MF. Never throws: unreadable parts are left out. */
export function read3mf(content: Uint8Array): PrintMetadata {
  const files = unpack(content);
  const info = files[SLICE_INFO];
  const thumbnail = THUMBNAILS.map((name) => files[name]).find((one) => one !== undefined && imageTypeOf(one) !== null);
  return compact({ ...(info ? sliceInfo(new TextDecoder().decode(info)) : {}), thumbnail });
}

function unpack(content: Uint8Array): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(content, {
      filter: ({ name, originalSize }) =>
        (name === SLICE_INFO && originalSize <= MAX_INFO_BYTES) ||
        (THUMBNAILS.includes(name) && originalSize <= MAX_THUMBNAIL_BYTES),
    });
  } catch {
    // The file is not a ZIP archive: it is stored without metadata.
    return {};
  }
}

interface Plate {
  readonly index: number;
  readonly values: ReadonlyMap<string, string>;
  readonly filaments: readonly ReadonlyMap<string, string>[];
}

function sliceInfo(xml: string): PrintMetadata {
  const plates = platesOf(xml);
  const [first] = plates;
  if (!first) return {};
  const number = (text: string | undefined, most: number) =>
    text === undefined ? undefined : withinLimits(Number(text), most);
  const summary = plates.map(({ index, values }) => {
    const time = number(values.get('prediction'), 1e9);
    return compact({
      index,
      est_time_s: time === undefined ? undefined : Math.round(time),
      est_g: number(values.get('weight'), 1e6),
    });
  });
  const used = first.filaments.slice(0, MAX_TOOLS).flatMap((filament) => {
    const g = number(filament.get('used_g'), 1e6);
    const id = number(filament.get('id'), MAX_TOOLS);
    if (g === undefined || g <= 0 || id === undefined || id < 1) return [];
    const metres = number(filament.get('used_m'), 1e6);
    return [
      compact({
        tool: Math.round(id) - 1,
        g: roundGrams(g),
        mm: metres === undefined ? undefined : metres * 1_000,
        material: filament.get('type')?.slice(0, 100),
        color_hex: /^#[0-9a-f]{6}/i.exec(filament.get('color') ?? '')?.[0],
      }),
    ];
  });
  const model = first.values.get('printer_model_id');
  const nozzle = number(first.values.get('nozzle_diameters')?.split(/[,;]/)[0], 100);
  return compact({
    est_time_s: summary[0]?.est_time_s,
    est_g: used.length === 0 ? undefined : used,
    plates: summary,
    material: used[0]?.material,
    nozzle_mm: nozzle === 0 ? undefined : nozzle,
    machine_models: model === undefined || model === '' ? undefined : [model.slice(0, 200)],
  });
}

/** Reads the XML as a flat list of tags with attributes, so that entities and nesting cannot do harm. */
function platesOf(xml: string): readonly Plate[] {
  return xml
    .split('<plate>')
    .slice(1, MAX_PLATES + 1)
    .map((text, at) => {
      const body = text.split('</plate>')[0] ?? '';
      const tags = (name: string) =>
        [...body.matchAll(new RegExp(`<${name}\\s([^<>]{0,2000})>`, 'g'))].map(([, attributes = '']) =>
          attributesOf(attributes),
        );
      const values = new Map(tags('metadata').map((one) => [one.get('key') ?? '', one.get('value') ?? '']));
      const index = Number(values.get('index'));
      return { index: Number.isInteger(index) && index > 0 ? index : at + 1, values, filaments: tags('filament') };
    });
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/([a-z_]+)="([^"]*)"/gi)].map(([, name = '', value = '']) => [name, value]));
}

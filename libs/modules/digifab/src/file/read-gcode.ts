import { compact } from '@cubit/core';
import { gramsOfLength, roundGrams } from '../accounting/filament.js';
import { imageTypeOf, MAX_THUMBNAIL_BYTES, MAX_TOOLS, withinLimits, type PrintMetadata } from './print-metadata.js';

/** Slicers write metadata at the beginning and at the end of a file. */
const EDGE_BYTES = 1_000_000;
const MM_PER_M = 1_000;
const MAX_SECONDS = 1e9;
const MAX_GRAMS = 1e6;

/** Reads the comments of PrusaSlicer, SuperSlicer, OrcaSlicer, Bambu Studio and Cura. Never throws: missing values are left out. */
export function readGcode(content: Uint8Array): PrintMetadata {
  const lines = commentsOf(content);
  const values = new Map<string, string>();
  for (const line of lines)
    for (const [name, value] of settingsIn(line)) if (!values.has(name)) values.set(name, value);
  const materials = listOf(values.get('filament_type'));
  const colors = listOf(values.get('filament_colour') ?? values.get('filament_color'));
  const nozzle = withinLimits(
    numbersOf(values.get('nozzle_diameter') ?? values.get('extruder_train.0.nozzle.diameter'))[0],
    100,
  );
  const model = values.get('printer_model') ?? values.get('target_machine.name');
  const used = toolUsageOf(values, materials);
  return compact({
    est_time_s: secondsOf(values),
    est_g:
      used.length === 0
        ? undefined
        : used.map(({ tool, g, mm }) =>
            compact({ tool, g, mm, material: materials[tool], color_hex: colorOf(colors[tool]) }),
          ),
    material: materials[used[0]?.tool ?? 0],
    nozzle_mm: nozzle === 0 ? undefined : nozzle,
    machine_models: model === undefined || model === '' ? undefined : [model.slice(0, 200)],
    slicer: slicerOf(lines),
    thumbnail: thumbnailOf(lines),
  });
}

function commentsOf(content: Uint8Array): readonly string[] {
  const decoder = new TextDecoder();
  const isLong = content.byteLength > 2 * EDGE_BYTES;
  const edges = isLong ? [content.subarray(0, EDGE_BYTES), content.subarray(-EDGE_BYTES)] : [content];
  return edges
    .flatMap((edge) => decoder.decode(edge).split(/\r?\n/))
    .filter((line) => line.startsWith(';'))
    .map((line) => line.slice(1).trim());
}

const SEPARATED = /^([a-z][a-z0-9_. ()[\]]{1,60}?)\s*[=:]\s*(.+)$/i;

/** `filament used [g] = 5.23`, `TIME:5400`; Bambu writes two in a line, with a semicolon between them. */
function settingsIn(line: string): readonly (readonly [string, string])[] {
  const parts = /total estimated time:/i.test(line) ? line.split(';') : [line];
  return parts.flatMap((part) => {
    const [, name = '', value = ''] = SEPARATED.exec(part.trim()) ?? [];
    return name === '' ? [] : [[name.toLowerCase(), value.trim()] as const];
  });
}

function secondsOf(values: ReadonlyMap<string, string>): number | undefined {
  const plain = values.get('time') ?? values.get('print.time');
  const worded =
    values.get('total estimated time') ??
    values.get('estimated printing time (normal mode)') ??
    values.get('estimated printing time');
  const seconds = plain === undefined ? durationOf(worded) : Number(plain);
  return withinLimits(seconds === undefined ? undefined : Math.round(seconds), MAX_SECONDS);
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 };

/** `1d 2h 32m 34s`. */
function durationOf(text: string | undefined): number | undefined {
  const parts = [...(text ?? '').matchAll(/(\d+(?:\.\d+)?)\s*([dhms])/g)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, count = '0', unit = 's']) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
}

interface ToolUsage {
  readonly tool: number;
  readonly g: number;
  readonly mm: number | undefined;
}

/** Material per tool, by weight if stated, otherwise by length. */
function toolUsageOf(values: ReadonlyMap<string, string>, materials: readonly string[]): readonly ToolUsage[] {
  const grams = numbersOf(
    values.get('filament used [g]') ?? values.get('total filament weight [g]') ?? values.get('total filament used [g]'),
  );
  const metres = numbersOf(values.get('filament used')?.replaceAll(/m\b/g, ''));
  const lengths = numbersOf(values.get('filament used [mm]') ?? values.get('total filament length [mm]'));
  const millimetres = lengths.length > 0 ? lengths : metres.map((length) => length * MM_PER_M);
  const tools = Math.min(MAX_TOOLS, Math.max(grams.length, millimetres.length));
  return Array.from({ length: tools }, (_, tool): ToolUsage => {
    const mm = withinLimits(millimetres[tool], 1e9);
    const weight = withinLimits(grams[tool], MAX_GRAMS);
    const hasWeight = weight !== undefined && weight > 0;
    return {
      tool,
      mm,
      g: hasWeight ? roundGrams(weight) : mm === undefined ? 0 : gramsOfLength(mm, { material: materials[tool] }),
    };
  }).filter(({ g }) => g > 0);
}

function numbersOf(text: string | undefined): readonly number[] {
  return text === undefined
    ? []
    : text
        .split(/[,;]/)
        .map((part) => Number.parseFloat(part))
        .filter((one) => !Number.isNaN(one));
}

function listOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(';').map((part) => part.trim().replaceAll('"', '').slice(0, 100));
}

function colorOf(text: string | undefined): string | undefined {
  return /^#[0-9a-f]{6}/i.exec(text ?? '')?.[0];
}

function slicerOf(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const named =
      /^generated (?:by|with) (.{1,100}?)(?: on .*)?$/i.exec(line)?.[1] ??
      /^(BambuStudio|OrcaSlicer) [\d.]+/.exec(line)?.[0];
    if (named !== undefined) return named;
  }
  return undefined;
}

/** The largest thumbnail: `thumbnail begin 220x124 4567`, then base64. */
function thumbnailOf(lines: readonly string[]): Uint8Array | undefined {
  let best: { readonly area: number; readonly from: number } | undefined;
  lines.forEach((line, index) => {
    const [, width = '0', height = '0'] = /^thumbnail(?:_JPG)? begin (\d{1,5})[x ](\d{1,5})/.exec(line) ?? [];
    const area = Number(width) * Number(height);
    if (area > (best?.area ?? 0)) best = { area, from: index + 1 };
  });
  if (!best) return undefined;
  const end = lines.findIndex((line, index) => index >= (best?.from ?? 0) && /^thumbnail(_JPG)? end/.test(line));
  if (end < 0) return undefined;
  const content = Buffer.from(lines.slice(best.from, end).join(''), 'base64');
  return content.byteLength <= MAX_THUMBNAIL_BYTES && imageTypeOf(content) !== null ? content : undefined;
}

import type { ImportReader } from '@cubit/core';

interface Filament {
  readonly name: string;
  readonly material: string;
  readonly density?: number;
  readonly weights?: readonly { readonly weight: number; readonly spool_weight?: number }[];
  readonly diameters?: readonly number[];
  readonly colors?: readonly { readonly name: string; readonly hex?: string; readonly hexes?: readonly string[] }[];
}

const COLOR_NAME = '{color_name}';
export const FILAMENT = 'Filament';

/** Filaments of SpoolmanDB (https://github.com/Donkie/SpoolmanDB): a part for each colour, in the category of its material. */
export const spoolmanReader: ImportReader = {
  name: 'spoolman-filaments',
  creates: ['inventory:category'],
  matches: ({ manufacturer, filaments }) => typeof manufacturer === 'string' && Array.isArray(filaments),
  rows({ manufacturer, filaments }) {
    return (filaments as readonly Filament[]).flatMap((filament) =>
      (filament.colors ?? []).map((color) => partOf(String(manufacturer as string), filament, color)),
    );
  },
};

function partOf(
  manufacturer: string,
  filament: Filament,
  color: NonNullable<Filament['colors']>[number],
): Readonly<Record<string, unknown>> {
  const { material, density, weights = [], diameters = [] } = filament;
  const [spool] = weights;
  const template = filament.name.trim() === COLOR_NAME ? `${material} ${COLOR_NAME}` : filament.name;
  const hex = color.hex ?? color.hexes?.[0];
  const sizes = [
    diameters.length > 0 ? `${diameters.join(' mm, ')} mm` : '',
    weights.length > 0 ? `${weights.map(({ weight }) => weight).join(' g, ')} g` : '',
  ].filter((text) => text !== '');
  return {
    name: `${manufacturer} ${template.replace(COLOR_NAME, color.name)}`,
    manufacturer,
    'category.key': `${FILAMENT}/${escaped(material)}`,
    ...(sizes.length === 0 ? {} : { description: sizes.join('; ') }),
    // Prints take grams of it.
    unit: 'g',
    is_consumable: true,
    material: {
      material,
      ...(hex !== undefined && /^(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(hex) ? { color_hex: hex } : {}),
      ...(density === undefined ? {} : { density_g_cm3: density }),
      ...(diameters[0] === undefined ? {} : { diameter_mm: diameters[0] }),
      ...(spool === undefined ? {} : { net_weight_g: spool.weight }),
      ...(spool?.spool_weight === undefined ? {} : { tare_weight_g: spool.spool_weight }),
    },
  };
}

/** A slash within a title of a path. */
export function escaped(title: string): string {
  return title.replaceAll('/', String.raw`\/`);
}

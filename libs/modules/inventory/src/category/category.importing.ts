import type { ImportReader, KindImport } from '@cubit/core';
import { escaped, FILAMENT } from '../part/spoolman.reader.js';

/** The materials of SpoolmanDB as categories below that of its filaments. */
const materialReader: ImportReader = {
  name: 'spoolman-materials',
  matches: ({ material, density }) => typeof material === 'string' && typeof density === 'number',
  rows: ({ material, density, extruder_temp: extruder, bed_temp: bed }) => [
    {
      'import.path': `${FILAMENT}/${escaped(String(material as string))}`,
      description: [
        `Density ${String(density as number)} g/cm³`,
        ...(typeof extruder === 'number' ? [`extruder ${extruder} °C`] : []),
        ...(typeof bed === 'number' ? [`bed ${bed} °C`] : []),
      ].join(', '),
    },
  ],
};

export const categoryImport: KindImport = {
  columns: {
    'import.path': ['path', 'full path', 'category path', 'path string'],
    name: ['category', 'category name', 'title', 'group'],
    parent: ['parent category', 'parent name', 'parent path'],
    description: ['notes', 'comment'],
  },
  match: ['name', 'parent'],
  creates: ['inventory:category'],
  measure: { unit: 'default_unit' },
  readers: [materialReader],
};

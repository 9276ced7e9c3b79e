import type { FileFormat } from './file.fields.js';

const BY_EXTENSION: Readonly<Record<string, FileFormat>> = {
  gcode: 'gcode',
  gco: 'gcode',
  g: 'gcode',
  bgcode: 'bgcode',
  bgc: 'bgcode',
  '3mf': '3mf',
  stl: 'stl',
  step: 'step',
  stp: 'step',
  dxf: 'dxf',
  svg: 'svg',
  nc: 'nc',
  ngc: 'nc',
  tap: 'nc',
};

/** The format by file extension, as machines and slicers decide it: `plate.gcode.3mf` is a 3MF. */
export function formatOf(name: string): FileFormat {
  return BY_EXTENSION[name.toLowerCase().split('.').at(-1) ?? ''] ?? 'other';
}

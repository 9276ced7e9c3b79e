import { defineKind } from '@cubit/core';
import { fileCreated } from '../events/machine-events.js';
import { describeFiles } from './describe-files.js';
import { fileFields } from './file.fields.js';
import { fileHints } from './file.hints.js';

export const file = defineKind({
  id: 'digifab:file',
  title: ['File', 'Files'],
  description: 'A file that machines can print, cut or mill: G-code, 3MF or a drawing.',
  fields: fileFields,
  titleField: 'name',
  search: ['material', 'slicer'],
  index: ['format'],
  events: { created: fileCreated },
  eventPayload: ({ fields: { name, format } }) => ({ name, format }),
  ui: fileHints,
  example: { name: 'bracket_v3.gcode', est_time_s: 5400, est_g: [{ tool: 0, g: 37.2 }], material: 'PLA' },
  beforeWrite: describeFiles,
});

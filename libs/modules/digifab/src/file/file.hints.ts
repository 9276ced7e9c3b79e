export const fileHints = {
  icon: 'file-input',
  color: 'gray',
  summary: ['format', 'material', 'est_time_s', 'revision'],
  cover: 'thumbnail',
  facts: ['est_time_s', 'est_g', 'material', 'format'],
  form: [
    { title: 'Estimates', fields: ['est_time_s', 'est_g', 'plates'] },
    { title: 'Fits', fields: ['machine_models', 'material', 'nozzle_mm', 'slicer'] },
  ],
  panels: [
    { title: 'Jobs', kind: 'digifab:job', by: 'file', fields: ['status', 'machine', 'outcome'] },
    { title: 'Runs', kind: 'digifab:run', by: 'file', fields: ['status', 'target_qty', 'done_qty'], create: true },
  ],
  views: [
    { name: 'Pictures', layout: 'gallery', sort: '-updated_at' },
    { name: 'Latest', sort: '-created_at' },
  ],
  empty: 'A file is what a machine runs: G-code, 3MF or a drawing.',
} as const;

export const runHints = {
  icon: 'repeat',
  color: 'violet',
  summary: ['file', 'pool', 'status', 'done_qty', 'target_qty'],
  form: [
    { title: 'Progress', fields: ['done_qty', 'scrapped_qty'] },
    { title: 'Plan', fields: ['per_plate', 'priority', 'max_attempts', 'output_part'] },
  ],
  panels: [{ title: 'Jobs', kind: 'digifab:job', by: 'run', fields: ['status', 'machine', 'outcome'] }],
  views: [
    { name: 'Running', filter: 'status == "active"', sort: '-priority' },
    { name: 'Board', layout: 'board' },
  ],
  empty: 'A run queues jobs until a number of good pieces is made.',
} as const;

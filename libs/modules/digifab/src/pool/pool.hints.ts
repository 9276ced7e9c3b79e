export const poolHints = {
  icon: 'group',
  color: 'gray',
  summary: ['machines', 'strategy', 'start_gap_s'],
  panels: [
    { title: 'Runs', kind: 'digifab:run', by: 'pool', fields: ['status', 'target_qty', 'done_qty'], create: true },
  ],
  empty: 'A pool is a group of machines that can run the same jobs.',
} as const;

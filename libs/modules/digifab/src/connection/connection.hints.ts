export const connectionHints = {
  icon: 'plug',
  color: 'gray',
  summary: ['driver', 'url', 'status'],
  panels: [{ title: 'Machines', kind: 'digifab:machine', by: 'connection', fields: ['status', 'model'] }],
  views: [{ name: 'Not working', filter: 'status == "error"' }],
  empty: 'A connection says how machines are reached.',
} as const;

export const maintenanceHints = {
  icon: 'wrench',
  color: 'amber',
  summary: ['machine', 'on', 'due', 'due_at', 'last_done_at', 'blocks_queue'],
  form: [
    { title: 'Interval', fields: ['every_hours', 'every_days', 'every_jobs', 'every_uses', 'blocks_queue'] },
    {
      title: 'Last time',
      fields: ['last_done_at', 'last_done_hours', 'last_done_jobs', 'last_done_uses'],
      collapsed: true,
    },
  ],
  views: [
    { name: 'Due', filter: 'due', sort: 'machine' },
    { name: 'Due this week', filter: 'due || due_at <= now() + duration("7d")', sort: 'due_at' },
  ],
  calendar: { start: 'due_at' },
  empty: 'Maintenance comes back after hours of printing, days or jobs.',
} as const;

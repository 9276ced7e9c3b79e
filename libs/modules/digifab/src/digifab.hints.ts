export const digifabHints = {
  icon: 'printer',
  color: 'orange',
  menu: [
    'digifab:job',
    'digifab:machine',
    'digifab:file',
    'digifab:run',
    'digifab:maintenance',
    'digifab:pool',
    'digifab:connection',
  ],
  home: [
    {
      title: 'Jobs running',
      metric: 'digifab:job',
      filter: 'status in ["sending", "printing", "paused", "unreachable"]',
      tone: 'ok',
    },
    { title: 'Jobs waiting', metric: 'digifab:job', filter: 'status in ["queued", "assigned"]' },
    {
      ...{ title: 'Machines to clear', metric: 'digifab:machine', filter: 'needs_clear', tone: 'warn' },
      rows: { fields: ['current_job', 'location'], sort: 'name', action: 'digifab:clear_bed' },
    },
    {
      ...{ title: 'Jobs to judge', metric: 'digifab:job', tone: 'info' },
      filter: 'status == "completed" && outcome == "pending"',
      rows: { fields: ['machine', 'file', 'ended_at'], sort: 'ended_at', action: 'digifab:confirm' },
    },
    {
      ...{ title: 'Jobs to approve', metric: 'digifab:job', filter: 'approval == "waiting"', tone: 'info' },
      rows: { fields: ['file', 'machine', 'requested_by'], sort: 'created_at', action: 'digifab:approve' },
    },
    {
      ...{ title: 'Maintenance due', metric: 'digifab:maintenance', filter: 'due', tone: 'warn' },
      rows: { fields: ['machine', 'due_at'], sort: 'due_at', action: 'digifab:log_maintenance' },
    },
    { title: 'Jobs done', metric: 'digifab:job', filter: 'status == "completed"', daily: 'ended_at' },
  ],
} as const;

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
      title: 'Running',
      metric: 'digifab:job',
      filter: 'status in ["sending", "printing", "paused", "unreachable"]',
      tone: 'ok',
    },
    { title: 'Waiting', metric: 'digifab:job', filter: 'status in ["queued", "assigned"]' },
    { title: 'To clear', metric: 'digifab:machine', filter: 'needs_clear', tone: 'warn' },
    { title: 'To judge', metric: 'digifab:job', filter: 'status == "completed" && outcome == "pending"', tone: 'info' },
    { title: 'Maintenance due', metric: 'digifab:maintenance', filter: 'due', tone: 'warn' },
  ],
} as const;

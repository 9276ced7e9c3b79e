export const machineHints = {
  icon: 'printer',
  color: 'orange',
  role: 'machine',
  summary: ['status', 'model', 'current_job', 'needs_clear', 'location'],
  facts: ['current_job', 'needs_clear', 'location', 'hours_total', 'maintenance_next'],
  wall: [
    'needs_clear',
    'loaded',
    { field: 'last_seen_at', visible: { field: 'status', in: ['offline'] } },
    'maintenance_next',
  ],
  form: [
    { title: 'Now', fields: ['status', 'current_job', 'needs_clear', 'accepting_jobs', 'maintenance_next', 'loaded'] },
    { title: 'Capabilities', fields: ['type', 'model', 'nozzle_mm', 'bed'] },
    {
      title: 'Connection',
      fields: ['connection', 'device', 'remote_id', 'heartbeat_s', 'camera_url', 'last_seen_at'],
      collapsed: true,
    },
    { title: 'Use', fields: ['hours_total', 'jobs_total', 'idle_since', 'last_started_at'] },
  ],
  panels: [
    { title: 'Jobs', kind: 'digifab:job', by: 'machine', fields: ['status', 'progress', 'eta'] },
    {
      title: 'Maintenance',
      kind: 'digifab:maintenance',
      by: 'machine',
      fields: ['due', 'due_at', 'last_done_at'],
      create: true,
    },
  ],
  views: [
    { name: 'Running', filter: 'status in ["printing", "paused"]', sort: 'name' },
    { name: 'To clear', filter: 'needs_clear', sort: 'name' },
    { name: 'Free', filter: 'status == "idle" && !needs_clear && accepting_jobs', sort: 'name' },
    { name: 'Out of order', filter: 'status in ["offline", "error", "maintenance"]', sort: 'name' },
    { name: 'Board', layout: 'board' },
  ],
  scan: ['remote_id'],
  empty: 'A machine prints, cuts or mills jobs; it can be added without a connection.',
} as const;

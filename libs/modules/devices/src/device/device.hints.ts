export const deviceHints = {
  icon: 'radio',
  color: 'cyan',
  summary: ['type', 'status', 'bridge', 'location', 'linked'],
  form: [
    { title: 'Readings', fields: ['linked', 'link_mode', 'announce', 'min_change', 'last_reading'] },
    { title: 'Connection', fields: ['bridge', 'driver', 'address', 'last_seen_at'], collapsed: true },
  ],
  panels: [
    { title: 'Readings', kind: 'devices:reading', by: 'device', fields: ['type', 'value', 'unit', 'at'] },
    { title: 'Commands', kind: 'devices:command', by: 'device', fields: ['status', 'expires_at', 'error'] },
  ],
  views: [
    { name: 'Offline', filter: 'status in ["offline", "error"]', sort: 'name' },
    { name: 'Not linked', filter: 'link_mode == "none"', sort: 'name' },
  ],
  board: 'status',
  scan: ['address'],
  empty: 'A device is a scale, a scanner, a relay or a sensor behind a bridge.',
} as const;

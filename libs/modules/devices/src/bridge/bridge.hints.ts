export const bridgeHints = {
  icon: 'router',
  color: 'blue',
  summary: ['status', 'site', 'software_version', 'last_seen_at'],
  form: [
    { title: 'Software', fields: ['software_version', 'update_channel', 'update_to', 'capabilities'] },
    { title: 'Access', fields: ['token_prefix', 'ip_hint', 'stats'], collapsed: true },
  ],
  panels: [
    { title: 'Devices', kind: 'devices:device', by: 'bridge', fields: ['type', 'status', 'location'], create: true },
    { title: 'Commands', kind: 'devices:command', by: 'bridge', fields: ['device', 'status', 'expires_at'] },
  ],
  views: [{ name: 'Offline', filter: 'status == "offline"', sort: 'name' }],
  board: 'status',
  empty: 'A bridge is a program on site that connects devices.',
} as const;

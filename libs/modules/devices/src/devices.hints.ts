export const devicesHints = {
  icon: 'radio',
  color: 'cyan',
  menu: ['devices:device', 'devices:bridge', 'devices:command', 'devices:reading'],
  home: [
    {
      title: 'Bridges offline',
      metric: 'devices:bridge',
      filter: 'status == "offline"',
      tone: 'bad',
      rows: { fields: ['site', 'last_seen_at'], sort: 'last_seen_at' },
    },
  ],
} as const;

export const readingHints = {
  icon: 'gauge',
  color: 'gray',
  summary: ['device', 'type', 'value', 'unit', 'at'],
  views: [{ name: 'Latest', sort: '-at' }],
  calendar: { start: 'at' },
  empty: 'A reading is what a device measured, scanned or counted.',
} as const;

export const reservationHints = {
  icon: 'lock',
  color: 'violet',
  summary: ['part', 'qty', 'for', 'needed_by', 'status'],
  form: [{ title: 'Progress', fields: ['status', 'consumed_qty', 'expires_at'] }],
  views: [
    { name: 'Open', filter: 'status in ["active", "partial"]', sort: 'needed_by' },
    {
      name: 'Needed this week',
      filter: 'status in ["active", "partial"] && needed_by <= now() + duration("7d")',
      sort: 'needed_by',
    },
  ],
  board: 'status',
  calendar: { start: 'needed_by' },
  measure: { of: 'part' },
  empty: 'A reservation keeps stock for a task, a build or another record.',
} as const;

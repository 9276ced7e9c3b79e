export const loanHints = {
  icon: 'hand-helping',
  color: 'amber',
  summary: ['part', 'qty', 'holder', 'holder_user', 'due', 'status'],
  facts: ['due', { field: 'returned_qty', of: 'qty' }, 'part', 'holder', 'holder_user'],
  form: [{ title: 'Return', fields: ['due', 'returned_qty', 'home'] }],
  views: [
    { name: 'Overdue', filter: 'overdue', sort: 'due' },
    { name: 'Out', filter: 'status in ["out", "partly_returned"]', sort: 'due' },
    {
      name: 'Due this week',
      filter: 'status in ["out", "partly_returned"] && due <= now() + duration("7d")',
      sort: 'due',
    },
    { name: 'Mine', mine: 'holder_user', sort: 'due' },
  ],
  board: 'status',
  calendar: { start: 'due' },
  measure: { of: 'part' },
  empty: 'A loan is stock that somebody has borrowed and will return.',
} as const;

export const countHints = {
  icon: 'clipboard-check',
  color: 'blue',
  role: 'count',
  summary: ['status', 'assignee', 'variance_qty', 'applied_at'],
  facts: ['assignee', 'variance_qty', 'variance_value', 'applied_at'],
  form: [
    { title: 'Result', fields: ['variance_qty', 'variance_value', 'applied_at'] },
    { title: 'Lines', fields: ['lines', 'finds'], lead: true },
  ],
  views: [
    { name: 'Waiting', filter: 'status in ["open", "submitted"]', sort: '-created_at' },
    { name: 'Mine', mine: 'assignee', filter: 'status == "open"' },
  ],
  empty: 'A count compares what lies on the shelves with the records, and corrects them.',
} as const;

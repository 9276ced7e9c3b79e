export const commandHints = {
  icon: 'send',
  color: 'gray',
  summary: ['device', 'status', 'expires_at', 'requested_by'],
  form: [{ title: 'Outcome', fields: ['attempts', 'result', 'error'] }],
  views: [
    { name: 'Waiting', filter: 'status in ["queued", "delivered"]', sort: 'expires_at' },
    { name: 'Failed', filter: 'status in ["failed", "expired"]', sort: '-created_at' },
    { name: 'Mine', mine: 'requested_by', sort: '-created_at' },
  ],
  board: 'status',
  empty: 'A command tells a device to do something; runs of actions create them.',
} as const;

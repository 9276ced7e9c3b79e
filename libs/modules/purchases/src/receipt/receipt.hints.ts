export const receiptHints = {
  icon: 'package-check',
  color: 'green',
  summary: ['order', 'received_at', 'received_by', 'reversed'],
  form: [{ title: 'Reversal', fields: ['reversed', 'reversed_at', 'reversal_reason'], collapsed: true }],
  views: [{ name: 'Latest', sort: '-received_at' }],
  calendar: { start: 'received_at' },
  scan: ['packing_slip'],
  empty: 'A receipt records which goods of an order arrived together.',
} as const;

export const orderItemHints = {
  icon: 'list',
  color: 'blue',
  summary: ['order', 'part', 'qty', 'unit_price', 'outstanding', 'status'],
  form: [
    { title: 'Price', fields: ['unit_price', 'discount_pct', 'currency', 'total'] },
    {
      title: 'Arrival',
      fields: [
        'expected_on',
        'destination',
        'status',
        'qty_received',
        'outstanding',
        'qty_cancelled',
        'on_order',
        'stock_qty',
        'pack_qty',
      ],
    },
  ],
  panels: [
    {
      title: 'Requests',
      kind: 'purchases:request',
      by: 'order_item',
      fields: ['part', 'qty', 'requested_by', 'status'],
    },
  ],
  views: [{ name: 'Outstanding', filter: 'outstanding > 0', sort: 'expected_on' }],
  board: 'status',
  calendar: { start: 'expected_on' },
  measure: { of: 'part' },
  empty: 'A line orders a quantity of one part, or of something without a part.',
} as const;

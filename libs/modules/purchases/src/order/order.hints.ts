export const orderHints = {
  icon: 'shopping-cart',
  color: 'blue',
  summary: ['supplier', 'status', 'total', 'expected_on', 'received_pct'],
  form: [
    {
      title: 'Arrival',
      fields: [
        'ordered_at',
        'expected_on',
        'arrived_at',
        'ship_to',
        'received_pct',
        'line_count',
        'open_lines',
        'overdue',
      ],
    },
    { title: 'Money', fields: ['currency', 'subtotal', 'discount_pct', 'shipping', 'tax', 'total', 'cancelled_total'] },
    { title: 'Shipment', fields: ['carrier', 'tracking_number', 'tracking_url'], collapsed: true },
    { title: 'More', fields: ['supplier_ref', 'project', 'responsible', 'notes'] },
  ],
  panels: [
    {
      title: 'Lines',
      kind: 'purchases:order_item',
      by: 'order',
      fields: ['part', 'qty', 'unit_price', 'total', 'outstanding', 'status'],
      create: true,
    },
    { title: 'Receipts', kind: 'purchases:receipt', by: 'order', fields: ['received_at', 'received_by', 'reversed'] },
  ],
  views: [
    { name: 'Drafts', filter: 'status == "draft"', sort: '-updated_at' },
    { name: 'On order', filter: 'status in ["ordered", "in_transit", "partially_received"]', sort: 'expected_on' },
    { name: 'Overdue', filter: 'overdue', sort: 'expected_on' },
    {
      name: 'Due this week',
      filter: 'status in ["ordered", "in_transit", "partially_received"] && expected_on <= now() + duration("7d")',
      sort: 'expected_on',
    },
    { name: 'Board', layout: 'board' },
    { name: 'Mine', mine: 'responsible', sort: '-created_at' },
  ],
  calendar: { start: 'expected_on' },
  scan: ['number', 'supplier_ref', 'tracking_number'],
  empty: 'An order lists what is bought from one supplier, until it has arrived.',
} as const;

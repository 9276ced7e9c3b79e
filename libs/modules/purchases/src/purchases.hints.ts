export const purchasesHints = {
  icon: 'shopping-cart',
  color: 'blue',
  menu: ['purchases:order', 'purchases:request', 'purchases:supplier', 'purchases:supplier_part', 'purchases:receipt'],
  home: [
    {
      title: 'On order',
      metric: 'purchases:order',
      filter: 'status in ["ordered", "in_transit", "partially_received"] && !overdue',
      tone: 'info',
      rows: { fields: ['supplier', 'open_lines', 'expected_on'], sort: 'expected_on', action: 'purchases:receive' },
    },
    {
      title: 'Overdue orders',
      metric: 'purchases:order',
      filter: 'overdue',
      tone: 'bad',
      rows: { fields: ['supplier', 'open_lines', 'expected_on'], sort: 'expected_on', action: 'purchases:receive' },
    },
    { title: 'Shopping list', metric: 'purchases:request', filter: 'status == "open"' },
  ],
} as const;

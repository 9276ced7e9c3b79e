export const requestHints = {
  icon: 'shopping-basket',
  color: 'orange',
  summary: ['part', 'qty', 'requested_by', 'needed_by', 'status'],
  form: [{ title: 'Outcome', fields: ['status', 'order_item', 'fulfilled_at'] }],
  views: [
    { name: 'Open', filter: 'status == "open"', sort: 'needed_by' },
    {
      name: 'Needed this week',
      filter: 'status in ["open", "ordered"] && needed_by <= now() + duration("7d")',
      sort: 'needed_by',
    },
    { name: 'Mine', mine: 'requested_by', sort: '-created_at' },
    { name: 'Board', layout: 'board' },
  ],
  calendar: { start: 'needed_by' },
  empty: 'The shopping list: what somebody asked to buy.',
} as const;

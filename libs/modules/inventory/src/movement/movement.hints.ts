export const movementHints = {
  icon: 'arrow-left-right',
  color: 'gray',
  summary: ['type', 'part', 'qty_delta', 'qty_after', 'occurred_at', 'actor'],
  form: [
    { title: 'Places', fields: ['from_location', 'to_location', 'status_from', 'status_to'] },
    { title: 'Why', fields: ['reason', 'cause', 'actor', 'via', 'unit_cost', 'over'] },
    { title: 'Reversal', fields: ['reverses', 'reversed_by'], collapsed: true },
  ],
  views: [
    { name: 'Latest', sort: '-occurred_at' },
    { name: 'Used', filter: 'type in ["use", "build_consume", "print_consume"]', sort: '-occurred_at' },
    { name: 'Beyond stock', filter: 'over > 0', sort: '-occurred_at' },
    { name: 'Mine', mine: 'actor', sort: '-occurred_at' },
  ],
  calendar: { start: 'occurred_at' },
  empty: 'Every change of stock is recorded here; nothing has moved yet.',
} as const;

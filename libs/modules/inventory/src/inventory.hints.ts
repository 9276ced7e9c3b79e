export const inventoryHints = {
  icon: 'boxes',
  color: 'teal',
  menu: [
    'inventory:part',
    'inventory:stock_item',
    'inventory:category',
    'inventory:build',
    'inventory:reservation',
    'inventory:loan',
    'inventory:count',
    'inventory:movement',
  ],
  home: [
    {
      title: 'Low stock',
      metric: 'inventory:part',
      filter: 'available < min_stock',
      tone: 'warn',
      rows: { fields: ['available', 'on_order', 'min_stock'], sort: 'low_since', action: 'purchases:draft_from_low' },
    },
    {
      title: 'Expires soon',
      metric: 'inventory:stock_item',
      filter: 'qty > 0 && expires_on <= now() + duration("30d")',
      tone: 'warn',
      rows: { fields: ['qty', 'location', 'expires_on'], sort: 'expires_on' },
    },
    {
      title: 'Overdue loans',
      metric: 'inventory:loan',
      filter: 'overdue',
      tone: 'bad',
      rows: { fields: ['holder', 'holder_user', 'due'], sort: 'due', action: 'inventory:return' },
    },
    {
      title: 'Builds in progress',
      metric: 'inventory:build',
      filter: 'status in ["issued", "in_progress"]',
      tone: 'info',
    },
    {
      title: 'Stock used',
      metric: 'inventory:movement',
      filter: 'type in ["use", "build_consume", "print_consume"]',
      daily: 'occurred_at',
    },
  ],
} as const;

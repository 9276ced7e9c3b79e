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
    { title: 'Low stock', metric: 'inventory:part', filter: 'available < min_stock', tone: 'warn' },
    {
      title: 'Expires soon',
      metric: 'inventory:stock_item',
      filter: 'qty > 0 && expires_on <= now() + duration("30d")',
      tone: 'warn',
    },
    { title: 'Overdue loans', metric: 'inventory:loan', filter: 'overdue', tone: 'bad' },
    {
      title: 'Builds in progress',
      metric: 'inventory:build',
      filter: 'status in ["issued", "in_progress"]',
      tone: 'info',
    },
  ],
} as const;

export const stockItemHints = {
  icon: 'boxes',
  color: 'teal',
  summary: ['part', 'location', 'qty', 'lot', 'serial', 'status'],
  facts: ['qty', 'part', 'location', 'expires_on', 'unit_cost'],
  form: [
    { title: 'Identity', fields: ['lot', 'serial', 'expires_on', 'opened_at'] },
    { title: 'Origin', fields: ['unit_cost', 'source', 'supplier_part', 'project'] },
    { title: 'More', fields: ['custodian', 'tare_g', 'installed_in', 'loan', 'last_counted_at'], collapsed: true },
  ],
  panels: [
    {
      title: 'Movements',
      kind: 'inventory:movement',
      by: 'stock_item',
      fields: ['type', 'qty_delta', 'qty_after', 'occurred_at'],
    },
    { title: 'Reservations', kind: 'inventory:reservation', by: 'stock_item', fields: ['for', 'qty', 'status'] },
    { title: 'Installed in it', kind: 'inventory:stock_item', by: 'installed_in', fields: ['part', 'serial', 'qty'] },
    { title: 'Loans', kind: 'inventory:loan', by: 'stock_item', fields: ['holder', 'holder_user', 'due', 'status'] },
  ],
  views: [
    { name: 'Expires soon', filter: 'qty > 0 && expires_on <= now() + duration("30d")', sort: 'expires_on' },
    { name: 'Needs attention', filter: 'status in ["attention", "damaged", "quarantined"]', sort: '-updated_at' },
    { name: 'On loan', filter: 'has(loan)', sort: '-updated_at' },
    { name: 'Without a location', filter: 'qty > 0 && !has(location) && !has(installed_in) && !has(loan)' },
    { name: 'Mine', mine: 'custodian' },
  ],
  board: 'status',
  calendar: { start: 'expires_on' },
  scan: ['serial', 'lot'],
  measure: { of: 'part' },
  empty: 'A stock item is a quantity of a part at one place, with its lot or serial number.',
} as const;

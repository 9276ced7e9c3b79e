export const supplierPartHints = {
  icon: 'barcode',
  color: 'violet',
  summary: ['supplier', 'part', 'sku', 'last_price', 'preferred'],
  form: [{ title: 'Price', fields: ['last_price', 'price_breaks', 'pack_qty', 'moq', 'lead_time_days'] }],
  panels: [
    { title: 'Order lines', kind: 'purchases:order_item', by: 'supplier_part', fields: ['order', 'qty', 'unit_price'] },
  ],
  views: [{ name: 'Preferred', filter: 'preferred', sort: 'sku' }],
  scan: ['sku'],
  empty: 'What one supplier sells: its number, pack size and prices for a part.',
} as const;

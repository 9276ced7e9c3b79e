export const supplierHints = {
  icon: 'store',
  color: 'violet',
  summary: ['website', 'currency', 'lead_time_days', 'active'],
  form: [
    { title: 'Contact', fields: ['website', 'email', 'phone', 'account_number'] },
    { title: 'Terms', fields: ['currency', 'lead_time_days', 'min_order', 'active'] },
  ],
  panels: [
    {
      title: 'Parts',
      kind: 'purchases:supplier_part',
      by: 'supplier',
      fields: ['part', 'sku', 'last_price'],
      create: true,
    },
    {
      title: 'Orders',
      kind: 'purchases:order',
      by: 'supplier',
      fields: ['status', 'total', 'expected_on'],
      create: true,
    },
  ],
  views: [{ name: 'Active', filter: 'active', sort: 'name' }],
  empty: 'A supplier is a company that parts are bought from.',
} as const;

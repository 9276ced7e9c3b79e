export const categoryHints = {
  icon: 'folder-tree',
  color: 'teal',
  summary: ['parent', 'default_location', 'default_unit'],
  parent: 'parent',
  form: [{ title: 'Defaults of new parts', fields: ['default_location', 'default_unit'] }],
  panels: [
    { title: 'Parts', kind: 'inventory:part', by: 'category', fields: ['ipn', 'available', 'min_stock'], create: true },
    {
      title: 'Categories inside',
      kind: 'inventory:category',
      by: 'parent',
      fields: ['default_location'],
      create: true,
    },
  ],
  views: [{ name: 'Tree', layout: 'tree', sort: 'name' }],
  empty: 'Categories put parts into a tree and give new parts their defaults.',
} as const;

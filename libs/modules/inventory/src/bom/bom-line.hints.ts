export const bomLineHints = {
  icon: 'list-tree',
  color: 'cyan',
  summary: ['assembly', 'component', 'qty_per', 'designators'],
  form: [{ title: 'Losses', fields: ['setup_qty', 'scrap_pct', 'rounding_multiple'], collapsed: true }],
  empty: 'Lines say which components an assembly needs, and how many of each.',
} as const;

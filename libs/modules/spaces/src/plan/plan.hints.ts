export const planHints = {
  icon: 'map',
  color: 'green',
  role: 'plan',
  picture: '/floorplans/{id}.svg',
  document: '/floorplans/{id}',
  apply: { action: 'spaces:import_plan', kind: 'spaces:location', then: 'spaces:print_labels' },
  summary: ['site', 'status', 'rooms', 'locations'],
  form: [{ title: 'Content', fields: ['rooms', 'locations', 'units_entered', 'bytes'] }],
  views: [{ name: 'Drafts', filter: 'status == "draft"', sort: 'name' }],
  empty: 'A floor plan shows to scale where rooms, racks and bins are.',
} as const;

export const planPartHints = {
  icon: 'file-text',
  color: 'gray',
  summary: ['plan', 'number'],
  empty: 'Pieces of plan documents are stored here by the program.',
} as const;

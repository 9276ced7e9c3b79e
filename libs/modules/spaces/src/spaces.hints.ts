export const spacesHints = {
  icon: 'map',
  color: 'green',
  menu: ['spaces:location', 'spaces:plan'],
  home: [{ title: 'Empty bins', metric: 'spaces:location', filter: 'empty && type == "bin" && !has(archived_at)' }],
} as const;

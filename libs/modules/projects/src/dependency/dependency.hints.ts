export const dependencyHints = {
  icon: 'link',
  color: 'gray',
  summary: ['task', 'needs_task', 'needs', 'satisfied'],
  views: [{ name: 'Open', filter: '!satisfied' }],
  empty: 'A dependency makes a task wait for another task or record.',
} as const;

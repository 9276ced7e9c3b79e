export const commentHints = {
  icon: 'message-square',
  color: 'gray',
  summary: ['on', 'author'],
  views: [
    { name: 'Latest', sort: '-created_at' },
    { name: 'I am mentioned', mine: 'mentions', sort: '-created_at' },
  ],
  empty: 'Comments are written on tasks, projects and all other records.',
} as const;

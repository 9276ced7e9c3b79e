export const timeEntryHints = {
  icon: 'timer',
  color: 'cyan',
  summary: ['task', 'user', 'minutes', 'started_at'],
  views: [
    { name: 'Mine', mine: 'user', sort: '-started_at' },
    { name: 'This week', filter: 'started_at > now() - duration("7d")', sort: '-started_at' },
  ],
  calendar: { start: 'started_at' },
  empty: 'A time entry records the minutes that somebody worked on a task.',
} as const;

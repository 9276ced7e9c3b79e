import type { KindImport } from '@cubit/core';

export const projectImport: KindImport = {
  columns: {
    name: ['title', 'project', 'project name', 'list name'],
    key: ['code', 'project code', 'identifier', 'prefix', 'short name'],
    description: ['notes', 'details', 'comment'],
    target_date: ['due date', 'deadline', 'end date', 'due'],
    start_date: ['start', 'begin'],
    color: ['colour', 'hex color'],
    status: ['state'],
  },
  fallbacks: { name: ['description', 'key'] },
  identify: [['key'], ['name']],
};

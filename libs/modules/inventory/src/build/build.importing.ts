import type { KindImport } from '@cubit/core';

export const buildImport: KindImport = {
  columns: {
    number: ['reference', 'build reference', 'build number', 'build order'],
    assembly: ['part', 'part name', 'product', 'assembly name'],
    qty: ['quantity', 'count', 'amount'],
    due: ['target date', 'due date', 'deadline'],
    notes: ['title', 'description', 'comment'],
    project: ['project code', 'project name'],
    status: ['status text', 'state'],
  },
  units: { qty: { of: 'assembly' } },
  values: {
    status: {
      draft: ['pending', 'planned', '10'],
      in_progress: ['production', 'started', '20'],
      on_hold: ['hold', '25'],
      cancelled: ['canceled', '30'],
      completed: ['complete', 'done', 'finished', '40'],
    },
  },
};

import { Field } from '@cubit/core';

export const PRIORITIES = ['none', 'low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const priority = Field.enum(PRIORITIES, {
  title: 'Priority',
  default: 'none',
  description: 'Importance, for sorting and filters.',
  ui: { tone: { warn: { is: 'high' }, bad: { is: 'urgent' } } },
});

import { defineAction, exactlyOne, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath } from '../action-input.js';
import { taskDueChanged, taskUpdated } from '../events.js';
import { daysFrom, MAX_DAYS } from './days-from.js';
import { task } from './task.kind.js';

export const setDue = defineAction({
  id: 'projects:set_due',
  title: 'Set due time',
  description: 'Sets the due time to an instant, or to a number of days from now.',
  appliesTo: [task],
  input: input(
    {
      due_at: Type.Optional(
        Type.Union([Field.datetime(), Type.Null()], { title: 'Due', description: 'The due time; `null` removes it.' }),
      ),
      in_days: Type.Optional(Type.Integer({ title: 'In days', minimum: 0, maximum: MAX_DAYS })),
    },
    exactlyOne('due_at', 'in_days'),
  ),
  output: Type.Null(),
  emits: [taskDueChanged, taskUpdated],
  agent: { words: ['deadline', 'postpone', 'delay', 'due date', 'schedule', 'by when'] },
  effects: { ...EFFECTS, idempotent: true },
  ui: { icon: 'calendar-clock', key: 'd', order: 40, bulk: true },
  undoneBy: 'projects:set_due',
  undo:
    (_context, { fields: { due_at = null } }) =>
    () => ({ input: { due_at } }),
  example: { title: 'In a week', input: { in_days: 7 } },
  async run({ records, now }, { id }, { due_at: dueAt, in_days: days }) {
    const due = days === undefined ? dueAt : daysFrom(now, days);
    await records.update(task, id, { due_at: due ?? null }, { path: inputPath });
    return null;
  },
});

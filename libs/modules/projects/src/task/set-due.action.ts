import { defineAction, Field, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath } from '../action-input.js';
import { taskDueChanged, taskUpdated } from '../events.js';
import { daysFrom, MAX_DAYS } from './days-from.js';
import { task } from './task.kind.js';

export const setDue = defineAction({
  id: 'projects:set_due',
  title: 'Set due time',
  description: 'At an instant, or in so many days from now.',
  appliesTo: [task],
  input: input({
    due_at: Type.Optional(
      Type.Union([Field.datetime(), Type.Null()], { description: '`null`: it has none any more.' }),
    ),
    in_days: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DAYS })),
  }),
  output: Type.Null(),
  emits: [taskDueChanged, taskUpdated],
  effects: { ...EFFECTS, idempotent: true },
  example: { title: 'In a week', input: { in_days: 7 } },
  async run({ records, now }, { id }, { due_at: dueAt, in_days: days }) {
    if ((dueAt === undefined) === (days === undefined)) {
      const message = 'Say when it is due: either `due_at` or `in_days`.';
      throw validationFailed([{ path: '/input/due_at', code: 'one_of', message }]);
    }
    const due = days === undefined ? dueAt : daysFrom(now, days);
    await records.update(task, id, { due_at: due ?? null }, { path: inputPath });
    return null;
  },
});

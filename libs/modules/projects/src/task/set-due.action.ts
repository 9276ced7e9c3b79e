import { compact, defineAction, exactlyOne, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath } from '../action-input.js';
import { taskDueChanged, taskUpdated } from '../events.js';
import { DUE_NOTICES } from '../due/due.js';
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
      in_days: Type.Optional(
        Type.Integer({
          title: 'In days',
          minimum: 0,
          maximum: MAX_DAYS,
          description: 'Days from now until the task is due. In place of `due_at`.',
        }),
      ),
      notice: Type.Optional(
        Field.enum(DUE_NOTICES, {
          title: 'Notice',
          ui: { hidden: true },
          description: 'The notice that was sent for this due time already. Default: `none`.',
        }),
      ),
    },
    exactlyOne('due_at', 'in_days'),
  ),
  output: Type.Null(),
  emits: [taskDueChanged, taskUpdated],
  agent: { words: ['deadline', 'postpone', 'delay', 'due date', 'schedule', 'by when'] },
  // `in_days` counts from now.
  effects: EFFECTS,
  ui: {
    done: '{title} is due {record.due_at}',
    icon: 'calendar-clock',
    key: 'd',
    order: 40,
    bulk: true,
    hidden: ['notice'],
  },
  undoneBy: 'projects:set_due',
  undo:
    (_context, { fields: { due_at = null, due_notice: notice } }) =>
    () => ({ input: { due_at, ...(notice === 'none' ? {} : { notice }) } }),
  example: { title: 'In a week', input: { in_days: 7 } },
  async run({ records, now }, { id }, { due_at: dueAt, in_days: days, notice }) {
    const due = days === undefined ? dueAt : daysFrom(now, days);
    await records.update(task, id, { due_at: due ?? null, ...compact({ due_notice: notice }) }, { path: inputPath });
    return null;
  },
});

import { computed, Field, foreignKind, tally, type Amounts, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { priority } from '../priority.js';
import { PROJECT_STATUSES } from './project-status.js';

const count = (description: string) => computed(Field.integer({ default: 0, description }));

export const projectFields = Type.Object({
  name: Field.text({ minLength: 1 }),
  key: Type.Optional(
    Field.text({
      pattern: '^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$',
      maxLength: 20,
      description: 'Unique; what its tasks are numbered by, `KEY-12`. Kept in capitals. Default: made from the name.',
    }),
  ),
  description: Type.Optional(Field.longtext()),
  status: Field.enum(PROJECT_STATUSES),
  priority,
  lead: Type.Optional(Field.user()),
  members: Field.users({ default: [] }),
  start_date: Type.Optional(Field.date()),
  target_date: Type.Optional(Field.date()),
  completed_at: Type.Optional(computed(Field.datetime())),
  color: Type.Optional(Field.text({ maxLength: 50 })),
  budget: Type.Optional(Field.money()),
  progress_pct: count('Tasks done, of those that are not cancelled, in per cent.'),
  open_tasks: count('Tasks neither done nor cancelled.'),
  done_tasks: count('Tasks done.'),
  overdue_tasks: count('Open tasks past their due time.'),
  cost_to_date: Type.Optional(
    tally(
      Field.money({
        description:
          'Orders placed for it, without what was cancelled, and stock used for it, its tasks, builds and prints that was not bought for a project. Absent without costs, or with several currencies.',
      }),
    ),
  ),
  costs: Type.Optional(
    tally(
      Field.json(Type.Unsafe<Amounts>(Type.Record(Type.String(), Type.String())), {
        description: 'The same by currency, exactly; kept by what spends for it.',
      }),
    ),
  ),
  last_number: count('Number of its latest task; none is given twice.'),
  last_rank: Type.Optional(computed(Field.text({ description: 'Where the next task goes on the board.' }))),
});

export type ProjectKind = KindDefinition<'projects:project', typeof projectFields>;
export type Project = RecordOf<ProjectKind>;

/** The kind for the rules that its definition stands on. */
export const projectRecord: ProjectKind = foreignKind('projects:project', projectFields);

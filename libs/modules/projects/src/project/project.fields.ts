import { computed, Field, foreignKind, type KindDefinition, type RecordOf, rollup } from '@cubit/core';
import type { Amounts } from '@cubit/decimal';
import { Type } from 'typebox';
import { priority } from '../priority.js';
import { PROJECT_STATUSES } from './project-status.js';

const count = (description: string) => rollup(Field.integer({ default: 0, description }));

export const projectFields = Type.Object({
  name: Field.text({ minLength: 1 }),
  key: Type.Optional(
    Field.text({
      pattern: '^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$',
      maxLength: 20,
      description: 'Unique prefix of task numbers, as in `KEY-12`. Stored in capitals. Default: derived from the name.',
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
  color: Type.Optional(Field.color()),
  color_alpha: Type.Optional(Field.colorAlpha()),
  budget: Type.Optional(Field.money()),
  progress_pct: count('Percentage of tasks that are done, not counting cancelled tasks.'),
  open_tasks: count('Number of tasks that are neither done nor cancelled.'),
  done_tasks: count('Number of tasks that are done.'),
  overdue_tasks: count('Number of open tasks past their due time.'),
  cost_to_date: Type.Optional(
    rollup(
      Field.money({
        description:
          'Cost of orders placed for the project, without cancelled quantities, plus the cost of stock used for the project, its tasks, builds and prints, unless that stock was bought for a project. Absent without costs or with several currencies.',
      }),
    ),
  ),
  costs: Type.Optional(
    rollup(
      Field.json(Type.Unsafe<Amounts>(Type.Record(Type.String(), Type.String())), {
        description: 'The cost to date by currency, exact. Maintained by the modules that add costs.',
      }),
    ),
  ),
  last_number: count('Number of the latest task. Numbers are not reused.'),
  last_rank: Type.Optional(rollup(Field.text({ description: 'Rank of the last task on the board.' }))),
});

export type ProjectKind = KindDefinition<'projects:project', typeof projectFields>;
export type Project = RecordOf<ProjectKind>;

/** The kind without hooks, for rules that the kind definition imports. */
export const projectRecord: ProjectKind = foreignKind('projects:project', projectFields);

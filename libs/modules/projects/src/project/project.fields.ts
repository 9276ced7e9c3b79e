import { computed, Field, foreignKind, type KindDefinition, type RecordOf, rollup } from '@cubit/core';
import type { Amounts } from '@cubit/decimal';
import { Type } from 'typebox';
import { priority } from '../priority.js';
import { PROJECT_STATUSES } from './project-status.js';

const count = (description: string) => rollup(Field.integer({ default: 0, description }));

export const projectFields = Type.Object({
  name: Field.text({ title: 'Name', minLength: 1, description: 'What the project is called in lists and titles.' }),
  key: Type.Optional(
    Field.text({
      title: 'Key',
      pattern: '^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$',
      maxLength: 20,
      description: 'Unique prefix of task numbers, as in `KEY-12`. Stored in capitals. Default: derived from the name.',
    }),
  ),
  description: Type.Optional(
    Field.longtext({
      title: 'Description',
      ui: { widget: 'markdown' },
      description: 'Purpose and scope of the project, in Markdown.',
    }),
  ),
  status: Field.enum(PROJECT_STATUSES, {
    title: 'Status',
    ui: { widget: 'status', tone: { info: { is: 'active' }, ok: { is: 'completed' }, warn: { is: 'on_hold' } } },
    description: 'Phase of the project. Its tasks keep their own status unless they are closed with it.',
  }),
  priority,
  lead: Type.Optional(Field.user({ title: 'Lead', description: 'Member who is responsible for the project.' })),
  members: Field.users({
    title: 'Members',
    default: [],
    description: 'Members who work on the project. It does not limit access: every member of the workspace sees it.',
  }),
  start_date: Type.Optional(Field.date({ title: 'Start', description: 'Planned date to begin.' })),
  target_date: Type.Optional(Field.date({ title: 'Target date', description: 'Planned date of completion.' })),
  completed_at: Type.Optional(
    computed(
      Field.datetime({ title: 'Completed', description: 'When the project was completed. Absent unless it is.' }),
    ),
  ),
  color: Type.Optional(Field.color({ title: 'Colour', ui: { widget: 'color' } })),
  color_alpha: Type.Optional(Field.colorAlpha()),
  budget: Type.Optional(
    Field.money({
      title: 'Budget',
      description: 'Intended limit of the costs. For information: costs above it are not refused.',
    }),
  ),
  progress_pct: rollup(
    Field.integer({
      title: 'Progress',
      default: 0,
      description: 'Percentage of tasks that are done, not counting cancelled tasks.',
      ui: { widget: 'progress', unit: '%' },
    }),
  ),
  open_tasks: Field.titled('Open tasks', count('Number of tasks that are neither done nor cancelled.')),
  done_tasks: Field.titled('Done tasks', count('Number of tasks that are done.')),
  overdue_tasks: rollup(
    Field.integer({
      title: 'Overdue tasks',
      default: 0,
      description: 'Number of open tasks past their due time.',
      ui: { tone: { bad: { above: 0 } } },
    }),
  ),
  cost_to_date: Type.Optional(
    rollup(
      Field.money({
        title: 'Cost to date',
        description:
          'Cost of its orders and of the stock used for it. Cancelled quantities do not count. Stock used for its tasks, builds and prints does, unless it was bought for a project. Absent without costs or with several currencies.',
      }),
    ),
  ),
  costs: Type.Optional(
    rollup(
      Field.json(Type.Unsafe<Amounts>(Type.Record(Type.String(), Type.String())), {
        title: 'Cost by currency',
        ui: { hidden: true },
        description: 'The cost to date by currency, exact. Maintained by the modules that add costs.',
      }),
    ),
  ),
  last_number: rollup(
    Field.integer({
      title: 'Last number',
      default: 0,
      description: 'Number of the latest task. Numbers are not reused.',
      ui: { hidden: true },
    }),
  ),
  last_rank: Type.Optional(
    rollup(
      Field.text({ title: 'Last rank', ui: { hidden: true }, description: 'Rank of the last task on the board.' }),
    ),
  ),
});

export type ProjectKind = KindDefinition<'projects:project', typeof projectFields>;
export type Project = RecordOf<ProjectKind>;

/** The kind without hooks, for rules that the kind definition imports. */
export const projectRecord: ProjectKind = foreignKind('projects:project', projectFields);

import { comment, day, groupOf, instant, longText, tags, title } from './foreign-text.js';
import type { ImportReader } from '@cubit/core';
import { BOARD_KINDS, rowsOf, type TaskDataset, type TaskEntry, type TaskProject } from './task-dataset.js';

interface Task {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly done: boolean;
  readonly done_at: string;
  readonly due_date: string;
  readonly start_date: string;
  readonly repeat_after: number;
  readonly repeat_mode: number;
  readonly priority: number;
  readonly position: number;
  readonly bucket_id?: number;
  readonly labels: readonly { readonly title: string }[] | null;
  readonly related_tasks: Readonly<Record<string, readonly { readonly id: number }[] | null>> | null;
  readonly comments:
    | readonly {
        readonly comment: string;
        readonly author: { readonly username: string } | null;
        readonly created: string;
      }[]
    | null;
}

interface Bucket {
  readonly id: number;
  readonly title: string;
  readonly is_done_bucket?: boolean;
  readonly position: number;
}

/** A project as Vikunja exports it, `data.json` of its export. */
interface VikunjaProject {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly identifier: string;
  readonly hex_color: string;
  readonly tasks: readonly Task[] | null;
  readonly buckets: readonly Bucket[] | null;
}

const DAY_S = 86_400;
const MONTHLY = 1;
/** By its documentation: unset, low, medium, high, urgent, do now. */
const PRIORITIES = ['none', 'low', 'medium', 'high', 'urgent', 'urgent'];

const groupOfBucket = (bucket: Bucket) => (bucket.is_done_bucket === true ? 'completed' : groupOf(bucket.title));
const inOrder = <Item extends { readonly position: number }>(items: readonly Item[] | null) =>
  (items ?? []).toSorted((a, b) => a.position - b.position);

/** An array of projects; each is an item. */
export const vikunjaReader: ImportReader = {
  name: 'vikunja-project',
  creates: BOARD_KINDS,
  matches: ({ title: name, tasks, buckets, identifier }) =>
    typeof name === 'string' && tasks !== undefined && buckets !== undefined && typeof identifier === 'string',
  rows: (item) => rowsOf(readVikunja(item as unknown as VikunjaProject)),
};

function readVikunja(project: VikunjaProject): TaskDataset {
  return {
    projects: [projectOf(project)],
    tasks: inOrder(project.tasks).map((task) => taskOf(project, task)),
  };
}

function projectOf({ id, hex_color: color, buckets, ...project }: VikunjaProject): TaskProject {
  return {
    key: String(id),
    fields: {
      name: title(project.title),
      description: longText(project.description),
      color: color === '' ? undefined : `#${color.replace('#', '')}`,
      status: 'active',
    },
    states: inOrder(buckets).map((bucket) => ({
      key: `bucket-${bucket.id}`,
      name: title(bucket.title),
      group: groupOfBucket(bucket),
    })),
  };
}

function taskOf(project: VikunjaProject, task: Task): TaskEntry {
  const bucket = project.buckets?.find(({ id }) => id === task.bucket_id);
  const fits = bucket !== undefined && (groupOfBucket(bucket) === 'completed') === task.done;
  const related = (relation: string) => (task.related_tasks?.[relation] ?? []).map(({ id }) => String(id));
  return {
    key: String(task.id),
    project: String(project.id),
    state: fits ? `bucket-${bucket.id}` : undefined,
    parent: related('parenttask')[0],
    fields: {
      title: title(task.title),
      description: longText(task.description),
      status: task.done ? 'done' : undefined,
      completed_at: task.done ? instant(task.done_at) : undefined,
      due_at: instant(task.due_date),
      start_date: day(task.start_date),
      priority: PRIORITIES[task.priority] ?? 'none',
      recurrence: recurrenceOf(task),
    },
    tags: tags((task.labels ?? []).map((label) => label.title)),
    comments: (task.comments ?? []).map(({ comment: body, author, created }) =>
      comment(body, { ...(author ? { author: author.username } : {}), at: created }),
    ),
    needs: related('blocked'),
  };
}

/** Vikunja repeats after seconds; whole days have a rule. */
function recurrenceOf({ repeat_mode: mode, repeat_after: seconds }: Task): string | undefined {
  if (mode === MONTHLY) return 'FREQ=MONTHLY';
  const days = seconds / DAY_S;
  return Number.isInteger(days) && days >= 1 && days <= 9_999 ? `FREQ=DAILY;INTERVAL=${days}` : undefined;
}

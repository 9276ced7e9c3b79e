import type { ImportReader } from '@cubit/core';
import { day, instant, longText, tags, title } from './foreign-text.js';
import { BOARD_KINDS, rowsOf, type TaskEntry } from './task-dataset.js';

type Row = Readonly<Record<string, string>>;

const COLUMNS = ['List Name', 'Title', 'taskId', 'parentId'];
const INBOX = 'Inbox';
const OPEN = '0';
/** By the preface of the file and the application: 0 none, 1 low, 3 medium, 5 high. */
const PRIORITIES: Readonly<Record<string, string>> = { '1': 'low', '3': 'medium', '5': 'high' };
/** Marks of an item of a checklist, open and done. */
const ITEM = /^([▫▪])(.*)$/;

/** The table of a backup of TickTick, a task for each row. */
export const ticktickReader: ImportReader = {
  name: 'ticktick-backup',
  creates: BOARD_KINDS,
  matches: (item) => COLUMNS.every((name) => Object.hasOwn(item, name)),
  rows(item) {
    const row = item as Row;
    if (cell(row, 'Title') === '' && cell(row, 'taskId') === '') return [];
    const list = listOf(row);
    const projects = list === undefined ? [] : [{ key: list, fields: { name: title(list), status: 'active' } }];
    return rowsOf({ projects, tasks: [taskOf(row)] });
  },
};

/** Tasks in the inbox have no project. */
function listOf(row: Row): string | undefined {
  const [folder, list] = [cell(row, 'Folder Name'), cell(row, 'List Name')];
  if (list === '' || (folder === '' && list === INBOX)) return undefined;
  return folder === '' ? list : `${folder} / ${list}`;
}

function taskOf(row: Row): TaskEntry {
  const isDone = cell(row, 'Status') !== OPEN;
  const lines = cell(row, 'Content').split('\n');
  const items = lines.flatMap((line) => {
    const [, mark, text = ''] = ITEM.exec(line.trim()) ?? [];
    return mark === undefined || text.trim() === '' ? [] : [{ text: title(text), done: mark === '▪' }];
  });
  const text = lines.filter((line) => !ITEM.test(line.trim())).join('\n');
  const parent = cell(row, 'parentId');
  return {
    key: cell(row, 'taskId'),
    project: listOf(row),
    parent: parent === '' ? undefined : parent,
    fields: {
      title: title(cell(row, 'Title')),
      description: longText(text),
      status: isDone ? 'done' : undefined,
      completed_at: isDone ? instant(cell(row, 'Completed Time')) : undefined,
      // A whole day begins at midnight in its time zone.
      start_date: day(cell(row, 'Start Date'), cell(row, 'Timezone')),
      due_at: instant(cell(row, 'Due Date')),
      priority: PRIORITIES[cell(row, 'Priority')] ?? 'none',
      recurrence: recurrenceOf(cell(row, 'Repeat')),
      checklist: items.length === 0 ? undefined : items,
    },
    tags: tags(cell(row, 'Tags').split(',')),
  };
}

/** Its own parts (`TT_SKIP`) and what recurs within a day have no rule here. */
function recurrenceOf(text: string): string | undefined {
  const parts = text
    .replace(/^RRULE:/, '')
    .split(';')
    .filter((part) => part !== '' && !part.startsWith('TT_'));
  return parts.some((part) => /^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(part)) ? parts.join(';') : undefined;
}

function cell(row: Row, name: string): string {
  return row[name]?.trim() ?? '';
}

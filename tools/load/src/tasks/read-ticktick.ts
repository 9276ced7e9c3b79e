import { parse } from 'csv-parse/sync';
import { day, instant, longText, tags, title } from './foreign-text.js';
import type { TaskDataset, TaskEntry } from './task-dataset.js';

type Row = Readonly<Record<string, string>>;

const HEADER = '"Folder Name"';
const INBOX = 'Inbox';
const OPEN = '0';
/** By the preface of the file and the application: 0 none, 1 low, 3 medium, 5 high. */
const PRIORITIES: Readonly<Record<string, string>> = { '1': 'low', '3': 'medium', '5': 'high' };
/** Marks of open and completed checklist items. */
const ITEM = /^([▫▪])(.*)$/;

export function isTicktick(text: string): boolean {
  return text.includes(`${HEADER},"List Name"`);
}

/** The backup format of TickTick: some header lines, then a table. */
export function readTicktick(text: string): TaskDataset {
  const table = text.slice(text.indexOf(HEADER));
  const rows = (parse(table, { columns: true, relax_column_count: true }) as Row[])
    .filter((row) => cell(row, 'Title') !== '' || cell(row, 'taskId') !== '')
    .toSorted((a, b) => Number(cell(a, 'Order')) - Number(cell(b, 'Order')));
  const lists = [...new Set(rows.flatMap((row) => listOf(row) ?? []))];
  return {
    projects: lists.map((key) => ({ key, fields: { name: title(key), status: 'active' } })),
    tasks: rows.map(taskOf),
    leftOut: { reminders: rows.filter((row) => cell(row, 'Reminder') !== '').length },
  };
}

/** Tasks in the inbox belong to no project. */
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
      start_date: day(cell(row, 'Start Date')),
      due_at: instant(cell(row, 'Due Date')),
      priority: PRIORITIES[cell(row, 'Priority')] ?? 'none',
      recurrence: recurrenceOf(cell(row, 'Repeat')),
      checklist: items.length === 0 ? undefined : items,
    },
    tags: tags(cell(row, 'Tags').split(',')),
  };
}

/** TickTick's own extensions (`TT_SKIP`) and recurrences within a day have no equivalent here. */
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

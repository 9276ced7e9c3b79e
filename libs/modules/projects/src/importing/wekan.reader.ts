import { comment, day, groupOf, instant, longText, tags, title } from './foreign-text.js';
import type { ImportReader } from '@cubit/core';
import { BOARD_KINDS, rowsOf, type TaskDataset, type TaskEntry } from './task-dataset.js';

interface Sorted {
  readonly _id: string;
  readonly title: string;
  readonly sort: number;
  readonly archived?: boolean;
}
interface Card extends Sorted {
  readonly description?: string;
  readonly listId: string;
  readonly labelIds?: readonly string[];
  readonly startAt?: string;
  readonly dueAt?: string;
  readonly endAt?: string;
}

/** A board as Wekan exports it (`wekan-board-1.0.0`). */
interface WekanBoard {
  readonly _format: string;
  readonly _id: string;
  readonly title: string;
  readonly archived?: boolean;
  readonly labels: readonly { readonly _id: string; readonly name?: string; readonly color: string }[];
  readonly lists: readonly Sorted[];
  readonly cards: readonly Card[];
  readonly checklistItems: readonly (Sorted & { readonly cardId: string; readonly isFinished: boolean })[];
  readonly comments: readonly { readonly cardId: string; readonly text: string; readonly createdAt: string }[];
}

const inOrder = <Item extends { readonly sort: number }>(items: readonly Item[]) =>
  items.toSorted((a, b) => a.sort - b.sort);

/** The board as a project, its lists as columns. Archived cards are done. */
export const wekanReader: ImportReader = {
  name: 'wekan-board',
  creates: BOARD_KINDS,
  matches: ({ _format, cards }) =>
    typeof _format === 'string' && _format.startsWith('wekan-board') && Array.isArray(cards),
  rows: (item) => rowsOf(readWekan(item as unknown as WekanBoard)),
};

function readWekan(board: WekanBoard): TaskDataset {
  const lists = inOrder(board.lists.filter(({ archived }) => archived !== true));
  const places = new Map(lists.map((list, place) => [list._id, { place, group: groupOf(list.title) }]));
  const placeOf = ({ listId }: Card) => places.get(listId)?.place ?? lists.length;
  const cards = inOrder(board.cards).toSorted((a, b) => placeOf(a) - placeOf(b));
  return {
    projects: [
      {
        key: board._id,
        fields: { name: title(board.title), status: 'active' },
        states: lists.map((list) => ({ key: list._id, name: title(list.title), group: groupOf(list.title) })),
      },
    ],
    tasks: cards.map((card) => taskOf(board, card, places)),
  };
}

function taskOf(board: WekanBoard, card: Card, places: ReadonlyMap<string, { readonly group: string }>): TaskEntry {
  const group = places.get(card.listId)?.group;
  const isDone = card.archived === true || group === 'completed';
  const labels = board.labels.filter(({ _id }) => card.labelIds?.includes(_id));
  const checklist = inOrder(board.checklistItems.filter(({ cardId }) => cardId === card._id));
  return {
    key: card._id,
    project: board._id,
    state: group !== undefined && (group === 'completed') === isDone ? card.listId : undefined,
    fields: {
      title: title(card.title),
      description: longText(card.description),
      status: isDone ? 'done' : undefined,
      start_date: day(card.startAt),
      due_at: instant(card.dueAt),
      completed_at: isDone ? instant(card.endAt) : undefined,
      checklist:
        checklist.length === 0
          ? undefined
          : checklist.map((item) => ({ text: title(item.title), done: item.isFinished })),
    },
    tags: tags(labels.map(({ name, color }) => name || color)),
    comments: board.comments
      .filter(({ cardId }) => cardId === card._id)
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
      .map(({ text, createdAt }) => comment(text, { at: createdAt })),
  };
}

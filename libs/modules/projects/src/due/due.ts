/** How far people were told of a due time: not at all, that it comes soon, that it is past. */
export const DUE_NOTICES = ['none', 'soon', 'overdue'] as const;
export type DueNotice = (typeof DUE_NOTICES)[number];

interface Due {
  readonly dueAt: string | undefined;
  readonly isOpen: boolean;
  /** What was told already of this due time. */
  readonly notice: DueNotice;
}

interface Instant {
  readonly now: Date;
  readonly soonMs: number;
}

export function isOverdue({ dueAt, isOpen }: Pick<Due, 'dueAt' | 'isOpen'>, now: Date): boolean {
  return isOpen && dueAt !== undefined && Date.parse(dueAt) <= now.getTime();
}

/** What is to be told now; null when nothing is. A time that is past when it is first looked at is overdue alone, not due soon. */
export function noticeDue(due: Due, { now, soonMs }: Instant): 'soon' | 'overdue' | null {
  if (!due.isOpen || due.dueAt === undefined || due.notice === 'overdue') return null;
  if (isOverdue(due, now)) return 'overdue';
  const isSoon = Date.parse(due.dueAt) - now.getTime() <= soonMs;
  return isSoon && due.notice === 'none' ? 'soon' : null;
}

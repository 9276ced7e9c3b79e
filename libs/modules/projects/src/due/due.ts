/** Which notice was sent for a due time: none, due soon, or overdue. */
export const DUE_NOTICES = ['none', 'soon', 'overdue'] as const;
export type DueNotice = (typeof DUE_NOTICES)[number];

interface DueState {
  readonly dueAt: string | undefined;
  readonly isOpen: boolean;
  /** The notice already sent for this due time. */
  readonly notice: DueNotice;
}

interface Instant {
  readonly now: Date;
  readonly soonMs: number;
}

export function isOverdue({ dueAt, isOpen }: Pick<DueState, 'dueAt' | 'isOpen'>, now: Date): boolean {
  return isOpen && dueAt !== undefined && Date.parse(dueAt) <= now.getTime();
}

/** The notice to send now; null if there is none. A time that is already past gets only `overdue`, not `soon`. */
export function nextNotice(due: DueState, { now, soonMs }: Instant): 'soon' | 'overdue' | null {
  if (!due.isOpen || due.dueAt === undefined || due.notice === 'overdue') return null;
  if (isOverdue(due, now)) return 'overdue';
  const isSoon = Date.parse(due.dueAt) - now.getTime() <= soonMs;
  return isSoon && due.notice === 'none' ? 'soon' : null;
}

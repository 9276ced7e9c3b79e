import { createHash } from 'node:crypto';

const MARK_LENGTH = 6;
const MARKED_WORKSPACES = 10_000;
const marks = new Map<string, string>();

/**
 * A word as the index knows it: with a mark of its workspace before it, so that a search reads entries of its own workspace alone, however
 * many there are on the instance. Two workspaces may share a mark; the query names the workspace as well.
 */
export function lexemeIn(workspaceId: string, word: string): string {
  return `${markOf(workspaceId)}/${word}`;
}

/** The same for a word of a title: titles are looked through first. */
export function titleLexemeIn(workspaceId: string, word: string): string {
  return `${markOf(workspaceId)}^${word}`;
}

function markOf(workspaceId: string): string {
  const known = marks.get(workspaceId);
  if (known !== undefined) return known;
  const mark = createHash('sha256').update(workspaceId).digest('hex').slice(0, MARK_LENGTH);
  if (marks.size >= MARKED_WORKSPACES) marks.clear();
  marks.set(workspaceId, mark);
  return mark;
}

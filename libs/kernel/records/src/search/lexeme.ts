import { createHash } from 'node:crypto';

const MARK_LENGTH = 6;
const MARKED_WORKSPACES = 10_000;
const marks = new Map<string, string>();

/**
 * A word in the index, with a prefix for its workspace, so that a search reads only entries of its own workspace.
 * Two workspaces may share a prefix; the query names the workspace as well.
 */
export function lexemeIn(workspaceId: string, word: string): string {
  return `${markOf(workspaceId)}/${word}`;
}

/** The same for a word of a title: titles are searched first. */
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

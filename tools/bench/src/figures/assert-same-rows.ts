import { isDeepStrictEqual } from 'node:util';
import type { Figure } from './figure.js';

type Answer = Readonly<Record<string, unknown>>;

/** A server with other answers is not comparable. Cursors differ, because each server creates its own. */
export async function assertSameRows(
  { id, lane, against }: Figure,
  answerOf: (target: Figure['lane']['target'], path: string) => Promise<Answer>,
): Promise<void> {
  const [left, right] = await Promise.all(
    [lane, against].map(async ({ target, next }) => {
      const { next_cursor: cursor, ...answer } = await answerOf(target, next().path);
      return { ...answer, hasMore: cursor !== undefined && cursor !== null };
    }),
  );
  if (isDeepStrictEqual(left, right)) return;
  throw new Error(`'${id}': the program and the limit answer different rows:\n${excerpt(left)}\n${excerpt(right)}`);
}

const EXCERPT_LENGTH = 600;

function excerpt(answer: unknown): string {
  return JSON.stringify(answer).slice(0, EXCERPT_LENGTH);
}

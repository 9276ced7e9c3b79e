const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** `@[Ada](0192f0c1-…)`, or the sign and the id alone. */
const MENTION = new RegExp(`@(?:\\[([^\\]\\n]{1,200})\\]\\((${UUID})\\)|(${UUID}))`, 'gi');
const EXCERPT_LENGTH = 200;

/** Ids of the members that a text mentions, each once. */
export function mentionsIn(body: string): readonly string[] {
  return [...new Set([...body.matchAll(MENTION)].map(([, , named, bare]) => (named ?? bare ?? '').toLowerCase()))];
}

/** The beginning of a text on one line, with the names of mentioned members. */
export function excerptOf(body: string): string {
  const line = body
    .replaceAll(MENTION, (_, name: string | undefined) => (name === undefined ? '@…' : `@${name}`))
    .replaceAll(/\s+/g, ' ')
    .trim();
  const points = [...line];
  return points.length <= EXCERPT_LENGTH ? line : `${points.slice(0, EXCERPT_LENGTH - 1).join('')}…`;
}

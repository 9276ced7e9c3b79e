import { fold } from './fold.js';

const BEFORE = 40;
const LENGTH = 160;

/** The part of the texts with the first match, as plain text; the beginning of the first text if there is none. */
export function snippetOf(texts: readonly string[], words: readonly string[]): string {
  for (const text of texts) {
    const at = firstMatch(text, words);
    if (at !== null) return cut(text, Math.max(0, at - BEFORE));
  }
  return cut(texts[0] ?? '', 0);
}

function firstMatch(text: string, words: readonly string[]): number | null {
  const folded = fold(text);
  const found = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  if (found.length === 0) return null;
  // Folding rarely changes the number of characters; a snippet that starts slightly off is still useful.
  return Math.min(...found);
}

function cut(text: string, from: number): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  const start = from === 0 ? 0 : flat.indexOf(' ', from - 1) + 1;
  const part = flat.slice(start, start + LENGTH).toWellFormed();
  const isCut = start + LENGTH < flat.length;
  return `${start > 0 ? '…' : ''}${isCut ? part.slice(0, Math.max(part.lastIndexOf(' '), LENGTH / 2)) : part}${isCut ? '…' : ''}`;
}

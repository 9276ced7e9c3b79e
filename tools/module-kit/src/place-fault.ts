import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** `Module 'laser' (package 'cubit-module-laser' 0.1.0): `, which names no place. */
const SUBJECT = /^\s*(?:- )?Module '[^']+' \(package [^)]*\): /;
/** Members that give what they are in a name. */
const NAMING = '(?:id|name|key|type|operationId)';

/** Puts the place in the sources before a fault of the registry or of a start: that of the rarest name in the fault. */
export function placeFault(folder: string, fault: string): string {
  const text = fault.replace(SUBJECT, '');
  const names = [...text.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  const lines = linesOf(folder);
  const place = rarestPlace(lines, names, mentions) ?? rarestPlace(lines, names, words);
  return place === undefined ? fault : `${place}: ${text}`;
}

/** An error of the module's own code while it loads: the first line of its sources in the stack, else that of a name in the message. */
export function placeError(folder: string, error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const fault = `${message.replace(/\.$/, '')}; correct it.`;
  for (const [, path = '', line] of stack.matchAll(/(?:file:\/\/)?(\/[^\s()]+\.ts):(\d+)/g)) {
    const own = relative(folder, decodeURIComponent(path));
    if (own.startsWith('src/')) return `${own}:${line}: ${fault}`;
  }
  return placeFault(folder, fault);
}

interface SourceLine {
  /** `src/events.ts:4`. */
  readonly place: string;
  readonly text: string;
}

function linesOf(folder: string): readonly SourceLine[] {
  return globSync('src/**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .map((text, index) => ({ place: `${file}:${index + 1}`, text })),
    );
}

type Pattern = (name: string) => RegExp;

const escaped = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const mentions: Pattern = (name) => new RegExp(`['"]${escaped(name)}['"]|\\b${escaped(name)}:`);
const words: Pattern = (name) => new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`);
const declares: Pattern = (name) => new RegExp(`\\b${NAMING}:\\s*['"]${escaped(name)}['"]`);

/** Of names that are as rare, the longest counts; of its places, the one that declares it. */
function rarestPlace(lines: readonly SourceLine[], names: readonly string[], pattern: Pattern): string | undefined {
  const [rarest] = names
    .map((name) => ({ name, found: lines.filter(({ text }) => pattern(name).test(text)) }))
    .filter(({ found }) => found.length > 0)
    .toSorted((one, other) => one.found.length - other.found.length || other.name.length - one.name.length);
  return (rarest?.found.find(({ text }) => declares(rarest.name).test(text)) ?? rarest?.found[0])?.place;
}

import { globSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Git's marks of a conflict at the start of a line, and what a formatter makes of the last one in Markdown. */
const MARK = /^(<{7}|>{7}|\|{7}) |^={7}$|^(> ){7}/m;
const TEXT = /\.(?:[cm]?[jt]sx?|json|md|css|html|ya?ml|sql|sh|txt)$|(?:^|\/)(?:Dockerfile|run)$/;

const BUILT = new Set(['node_modules', 'dist', 'bundle', '.nx', 'out-tsc', 'test-results']);

function files(): readonly string[] {
  return globSync(['*', '.ci/*', '{apps,docker,docs,libs,samples,tools}/**'], {
    cwd: root,
    exclude: (path) => BUILT.has(basename(path)),
  }).filter((file) => TEXT.test(file) && statSync(`${root}/${file}`).isFile());
}

describe('a mark of a conflict', () => {
  it('is in no file', () => {
    const all = files();
    expect(all.length).toBeGreaterThan(1_000);
    expect(all.filter((file) => MARK.test(readFileSync(`${root}/${file}`, 'utf8')))).toEqual([]);
  });

  it.each(['<<<<<<< HEAD', '=======', '>>>>>>> main', '||||||| 1a2b3c', '> > > > > > > main'])(
    'is recognised: %s',
    (mark) => {
      expect(MARK.test(`before\n${mark}\nafter`)).toBe(true);
    },
  );

  it.each(['========', 'a ======= b', '> > quoted twice'])('is not: %s', (text) => {
    expect(MARK.test(`before\n${text}\nafter`)).toBe(false);
  });
});

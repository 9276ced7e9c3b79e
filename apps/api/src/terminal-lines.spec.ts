import { describe, expect, it } from '@jest/globals';
import { createLog } from '@cubit/http';
import { terminalLines } from './terminal-lines.js';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let output = '';
  write(createLog({ to: terminalLines({ write: (text) => (output += text) }) }));
  return output;
}

describe('the log on a terminal', () => {
  it('is a readable line with its details', () => {
    const line = logged((log) => log.info({ place: 'here', count: 3 }, 'created a database'));

    expect(line).toMatch(/^\S+\d\d:\d\d:\d\d\S* \S+info \S+ created a database place=here count=3\n$/);
  });

  it('shows the origin of an error, including its cause', () => {
    const line = logged((log) => log.error({ err: new Error('gone', { cause: new Error('cut') }) }, 'lost it'));

    expect(line).toMatch(/lost it\nError: gone\n {4}at [^]*\ncaused by\nError: cut\n {4}at /);
  });
});

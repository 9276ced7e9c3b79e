import { describe, expect, it } from '@jest/globals';
import { statementsOf } from './count-statements.js';

const OWN = new Set(['99']);

function logOf(...lines: readonly (readonly [pid: number, text: string])[]): string {
  return lines.map(([pid, text]) => `2026-11-21 15:00:00.000 UTC [${pid}] LOG:  ${text}`).join('\n');
}

describe('the statements of a request', () => {
  it('include those of its transaction and those outside of a transaction', () => {
    const log = logOf(
      [1, 'execute a1: select token'],
      [2, 'statement: begin'],
      [2, 'execute b2: insert into record'],
      [2, 'statement: commit'],
    );
    expect(statementsOf(log, OWN)).toEqual(['select token', 'begin', 'insert into record', 'commit']);
  });

  it('exclude parameters and statements of the counting connection', () => {
    const log = `${logOf([99, 'statement: select pg_reload_conf()'])}\n2026-11-21 15:00:00.000 UTC [1] DETAIL:  Parameters: $1 = 'a'`;
    expect(statementsOf(log, OWN)).toEqual([]);
  });

  it('exclude whole transactions of background work, even between those of the request', () => {
    const log = logOf(
      [1, 'statement: begin'],
      [2, 'execute c: select 1 from event_unsequenced limit 1'],
      [3, 'statement: begin'],
      [3, 'execute d: insert into event_sequenced (position, workspace_id, id, name)'],
      [1, 'execute e: insert into record'],
      [3, 'statement: commit'],
      [1, 'statement: commit'],
    );
    expect(statementsOf(log, OWN)).toEqual(['begin', 'insert into record', 'commit']);
  });
});

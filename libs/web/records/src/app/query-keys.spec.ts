import { describe, expect, it } from '@jest/globals';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { isBelow, isMe } from './key-matches.js';
import { isOfWorkspace, queryKeys as keys } from './query-keys.js';

const PART = 'inventory:part';
const REF = { kind: PART, id: '1' };

/** Whether what makes `start` out of date does so for `key`. */
function covers(start: QueryKey, key: QueryKey): boolean {
  const queries = new QueryClient();
  queries.setQueryData(key, 'anything');
  void queries.invalidateQueries({ queryKey: start });
  return queries.getQueryState(key)?.isInvalidated === true;
}

const OF_RECORD = [
  keys.recordPart('shop', REF, ['self', ['supplier']]),
  keys.recordPart('shop', REF, ['named']),
  keys.recordPart('shop', REF, ['option']),
  keys.recordPart('shop', REF, ['actions']),
  keys.recordPart('shop', REF, ['files']),
  keys.recordPart('shop', REF, ['history']),
  keys.recordPart('shop', REF, ['used-by']),
  keys.recordPart('shop', REF, ['input', 'inventory:use']),
];
const OF_KIND = [
  keys.recordsPart('shop', PART, ['page', { limit: 5 }]),
  keys.recordsPart('shop', PART, ['count', 'low']),
  keys.recordsPart('shop', PART, ['by-value', { field: 'status', filter: '' }]),
  keys.recordsPart('shop', PART, ['cards', { limit: 5 }]),
  keys.recordsPart('shop', PART, ['board']),
];

describe('the keys of queries', () => {
  it.each(OF_RECORD)('of a record begin with those of its kind and its workspace: %j', (...key) => {
    for (const start of [keys.record('shop'), keys.record('shop', PART), keys.record('shop', PART, '1')])
      expect(covers(start, key)).toBe(true);
    for (const other of [keys.record('other'), keys.record('shop', 'a:b'), keys.record('shop', PART, '2')])
      expect(covers(other, key)).toBe(false);
    expect(covers(keys.records('shop', PART), key)).toBe(false);
  });

  it.each(OF_KIND)('of records begin with that of their kind and workspace: %j', (...key) => {
    for (const start of [keys.records('shop'), keys.records('shop', PART)]) expect(covers(start, key)).toBe(true);
    for (const other of [keys.records('other'), keys.records('shop', 'a:b')]) expect(covers(other, key)).toBe(false);
  });

  it('of the person begin with the person, who alone is known by it', () => {
    const theirs = [keys.myWorkspaces(), keys.mySettings('shop'), keys.myCode('ABC'), keys.modulesToChoose()];
    for (const queryKey of theirs) {
      expect(covers(keys.me(), queryKey)).toBe(true);
      expect(isMe({ queryKey })).toBe(false);
    }
    expect(isMe({ queryKey: keys.me() })).toBe(true);
  });

  it('of what belongs to a workspace have its slug second', () => {
    const some = [...OF_RECORD, ...OF_KIND, keys.ui('shop'), keys.scan('shop', '1'), keys.list('shop', '/tags', {})];
    for (const queryKey of some) {
      expect(isOfWorkspace('shop')({ queryKey })).toBe(true);
      expect(isOfWorkspace('other')({ queryKey })).toBe(false);
    }
  });

  it('of lists and resources are found by the beginning of their path', () => {
    const below = isBelow('/orgs/shop/wires');
    expect(below({ queryKey: keys.list('shop', '/orgs/shop/wires', { limit: 5 }) })).toBe(true);
    expect(below({ queryKey: keys.item('shop', '/orgs/shop/wires/1', {}) })).toBe(true);
    expect(below({ queryKey: keys.list('shop', '/orgs/shop/tags', {}) })).toBe(false);
    expect(below({ queryKey: keys.records('/orgs/shop/wires', '/orgs/shop/wires') })).toBe(false);
  });
});

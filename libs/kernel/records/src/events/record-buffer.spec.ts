import { describe, expect, it } from '@jest/globals';
import { RecordBuffer } from './record-buffer.js';
import { messagesOf, type WrittenRecord } from './record-message.js';

const part = (id: string, version = 1, op: WrittenRecord['op'] = 'update'): WrittenRecord => ({
  kind: 'shop:item',
  id,
  version,
  op,
});
const parts = (count: number) => Array.from({ length: count }, (_, index) => part(`p${index}`));

function bufferAt() {
  let now = 1_000;
  const buffer = new RecordBuffer(() => now);
  return { buffer, pass: (ms: number) => (now += ms) };
}

describe('the messages of a commit', () => {
  it('name each record once, with its last version, and a new one as created', () => {
    expect(messagesOf([part('a', 1, 'create'), part('b', 4), part('a', 2), part('b', 5, 'delete')])).toEqual([
      part('a', 2, 'create'),
      part('b', 5, 'delete'),
    ]);
  });

  it('count the records of a kind above 100', () => {
    expect(messagesOf(parts(100))).toHaveLength(100);
    expect(messagesOf([...parts(101), { ...part('x'), kind: 'shop:shelf' }])).toEqual([
      { kind: 'shop:item', many: 101 },
      { ...part('x'), kind: 'shop:shelf' },
    ]);
  });
});

describe('the record messages of a stream', () => {
  it('are sent at once, and then at most once a record and 200 ms, with the last version', () => {
    const { buffer, pass } = bufferAt();
    buffer.add([part('a', 1)]);
    expect(buffer.take()).toEqual([part('a', 1)]);
    pass(50);
    buffer.add([part('a', 2), part('b', 1)]);
    expect(buffer.take()).toEqual([part('b', 1)]);
    buffer.add([part('a', 3)]);
    expect(buffer.take()).toEqual([]);
    expect(buffer.dueInMs).toBe(150);
    pass(150);
    expect(buffer.take()).toEqual([part('a', 3)]);
    expect(buffer.dueInMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('become a number if more than 100 records of a kind change within 200 ms', () => {
    const { buffer, pass } = bufferAt();
    buffer.add(parts(60));
    expect(buffer.take()).toHaveLength(60);
    buffer.add(parts(120).slice(60));
    expect(buffer.take()).toEqual([{ kind: 'shop:item', many: 60 }]);
    buffer.add([{ kind: 'shop:item', many: 1_000 }]);
    buffer.add([part('x')]);
    expect(buffer.take()).toEqual([]);
    pass(200);
    expect(buffer.take()).toEqual([{ kind: 'shop:item', many: 1_001 }]);
  });
});

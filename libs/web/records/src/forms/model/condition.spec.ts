import { describe, expect, it } from '@jest/globals';
import { isOffered, mayBeOffered } from './condition.js';

const task = (fields: Readonly<Record<string, unknown>>) => ({ kind: 'projects:task', fields });
const open = { field: 'status', in: ['todo'] } as const;

describe('isOffered', () => {
  it('leaves out what programs alone run, and records of which the condition does not hold', () => {
    expect(isOffered({}, task({}))).toBe(true);
    expect(isOffered({ offered: false }, task({ status: 'todo' }))).toBe(false);
    expect(isOffered({ visible: open }, task({ status: 'todo' }))).toBe(true);
    expect(isOffered({ visible: open }, task({ status: 'done' }))).toBe(false);
    expect(isOffered({ visible: open }, task({}))).toBe(false);
  });

  it('compares the records of the kind alone that a condition names', () => {
    const visible = { ...open, kind: 'projects:task' };
    expect(isOffered({ visible }, task({ status: 'done' }))).toBe(false);
    expect(isOffered({ visible }, { kind: 'digifab:file', fields: {} })).toBe(true);
  });
});

describe('mayBeOffered', () => {
  it('offers an action whose field the record of a list lacks', () => {
    expect(mayBeOffered({ visible: open }, task({}))).toBe(true);
    expect(mayBeOffered({ visible: open }, task({ status: 'done' }))).toBe(false);
    expect(mayBeOffered({ visible: open, offered: false }, task({}))).toBe(false);
  });
});

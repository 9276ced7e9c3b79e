import { describe, expect, it } from '@jest/globals';
import { ChangedSince } from './changed-since.js';
import type { CubitRecord } from './record-types.js';
import { UndoStack, type UndoStep } from './undo-stack.js';

const stepOf = (title: string, undo: () => Promise<unknown> = () => Promise.resolve()): UndoStep => ({ title, undo });

describe('the undo stack', () => {
  it('takes back the newest step, or the one that is named', async () => {
    const stack = new UndoStack();
    const steps = ['a', 'b', 'c'].map((title) => stepOf(title));
    for (const step of steps) stack.push(step);
    expect(await stack.undo()).toBe(steps[2]);
    expect(await stack.undo(steps[0])).toBe(steps[0]);
    expect(stack.steps.value).toEqual([steps[1]]);
  });

  it('takes back no step twice, also while it is being taken back', async () => {
    const stack = new UndoStack();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let times = 0;
    const older = stepOf('older');
    const step = stepOf('newer', () => ((times += 1), promise));
    stack.push(older);
    stack.push(step);
    const first = stack.undo(step);
    expect(await stack.undo(step)).toBeNull();
    expect(await stack.undo()).toBe(older);
    resolve(undefined);
    expect(await first).toBe(step);
    expect(times).toBe(1);
    expect(await stack.undo()).toBeNull();
  });

  it('keeps a step that failed at its place', async () => {
    const stack = new UndoStack();
    const failing = stepOf('b', () => Promise.reject(new Error('offline')));
    const [a, c] = [stepOf('a'), stepOf('c')];
    for (const step of [a, failing, c]) stack.push(step);
    await expect(stack.undo(failing)).rejects.toThrow('offline');
    expect(stack.steps.value).toEqual([a, failing, c]);
  });

  it('drops a step that can never be taken back, because others changed the same since', async () => {
    const stack = new UndoStack();
    const now: CubitRecord = {
      ...{ id: '1', kind: 'inventory:part', title: 'Nut', fields: {}, tags: [], version: 2 },
      ...{ created_at: '', updated_at: '', created_by: null, deleted_at: null },
    };
    stack.push(stepOf('a', () => Promise.reject(new ChangedSince(['Minimum'], now))));
    await expect(stack.undo()).rejects.toThrow('Somebody else changed “Minimum” in the meantime.');
    expect(stack.steps.value).toEqual([]);
  });

  it('has the last 50 steps', () => {
    const stack = new UndoStack();
    for (let step = 0; step < 60; step += 1) stack.push(stepOf(String(step)));
    expect(stack.steps.value.map(({ title }) => title)).toEqual(Array.from({ length: 50 }, (_, at) => String(at + 10)));
  });
});

import { AsyncLocalStorage } from 'node:async_hooks';
import { until } from '@cubit/testing';
import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

/** Turns whose order is recorded, and which end when the test ends them. */
function startTurns(limits: { readonly concurrency: number; readonly perWorkspace: number }) {
  const begun: string[] = [];
  const open: (() => void)[] = [];
  const turns = new Turns({
    ...limits,
    serve: (workspaceId) => {
      begun.push(workspaceId);
      return new Promise((resolve) => open.push(resolve));
    },
  });
  turns.start();
  const endFirst = async () => {
    open.shift()?.();
    await new Promise(setImmediate);
  };
  return { turns, begun, endFirst };
}

describe('turns of workspaces', () => {
  it('rotate: a workspace that rings again waits behind the others', async () => {
    const { turns, begun, endFirst } = startTurns({ concurrency: 1, perWorkspace: 1 });
    for (const id of ['a', 'b', 'c']) turns.ring(id);
    turns.ring('a');
    for (let turn = 0; turn < 3; turn += 1) await endFirst();
    expect(begun).toEqual(['a', 'b', 'c', 'a']);
  });

  it('leave room for others while one workspace always rings', () => {
    const { turns, begun } = startTurns({ concurrency: 3, perWorkspace: 2 });
    for (let ring = 0; ring < 9; ring += 1) turns.ring('busy');
    turns.ring('calm');
    expect(begun).toEqual(['busy', 'busy', 'calm']);
  });

  it('come one at a time for a workspace whose turns wait for each other', async () => {
    const { turns, begun, endFirst } = startTurns({ concurrency: 3, perWorkspace: 3 });
    turns.separate('a');
    for (const id of ['a', 'a', 'b', 'b']) turns.ring(id);
    expect(begun).toEqual(['a', 'b', 'b']);
    await endFirst();
    expect(begun).toEqual(['a', 'b', 'b', 'a']);
  });

  it('start after every ring, even one that comes during a turn of the workspace', async () => {
    const { turns, begun, endFirst } = startTurns({ concurrency: 6, perWorkspace: 1 });
    turns.ring('a');
    turns.ring('a');
    turns.ring('a');
    expect(begun).toEqual(['a']);
    await endFirst();
    expect(begun).toEqual(['a', 'a']);
    await endFirst();
    expect(begun).toEqual(['a', 'a']);
  });

  it('come at the earliest time that was reported for a workspace', async () => {
    const { turns, begun } = startTurns({ concurrency: 6, perWorkspace: 3 });
    turns.ringLater('a', 60_000);
    turns.ringLater('a', 1);
    turns.ringLater('a', 30_000);
    await until('a turn begins', () => begun.length > 0);
    expect(begun).toEqual(['a']);
    await turns.stop();
  });

  it('do not run in the context of the request or the job that rings', async () => {
    const context = new AsyncLocalStorage<string>();
    const contexts: (string | undefined)[] = [];
    const turns = new Turns({
      concurrency: 1,
      perWorkspace: 1,
      serve: () => Promise.resolve(void contexts.push(context.getStore())),
    });
    turns.start();
    context.run('job', () => turns.ring('a'));
    context.run('job', () => turns.ringLater('b', 1));
    await until('both have had their turn', () => contexts.length === 2);
    expect(contexts).toEqual([undefined, undefined]);
    await turns.stop();
  });

  it('end with the process: neither a ring nor a timer starts another', async () => {
    const { turns, begun, endFirst } = startTurns({ concurrency: 6, perWorkspace: 3 });
    turns.ring('a');
    turns.ringLater('b', 1);
    const stopped = turns.stop();
    turns.ring('c');
    // eslint-disable-next-line no-restricted-syntax -- timers run in the order of their times: that of `b` would be first
    await new Promise((resolve) => setTimeout(resolve, 20));
    await endFirst();
    await stopped;
    expect(begun).toEqual(['a']);
  });
});

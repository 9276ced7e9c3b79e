import { afterEach, describe, expect, it } from '@jest/globals';
import type { LiveEvents, StreamMessage, StreamState } from './live-events.js';
import { SharedStreams } from './shared-stream.js';
import { Watched } from './signal.js';
import { SILENT_MS, StreamHub } from './stream-hub.js';

/** Connections that the hub made, with what a server would send. */
class Connection implements LiveEvents {
  readonly state = new Watched<StreamState>('open');
  readonly listeners = new Set<(message: StreamMessage) => void>();

  subscribe(listener: (message: StreamMessage) => void) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
  close() {
    this.state.set('closed');
  }
  send(type: string) {
    for (const listener of this.listeners) listener({ type, data: null, id: null });
  }
}

const channels: MessageChannel[] = [];
afterEach(() => channels.splice(0).forEach(({ port1, port2 }) => [port1, port2].forEach((port) => port.close())));

function createHub() {
  const made: Connection[] = [];
  const clock = { now: 0 };
  const hub = new StreamHub(
    () => {
      made.push(new Connection());
      return made.at(-1)!;
    },
    () => clock.now,
  );
  const page = () => {
    const channel = new MessageChannel();
    channels.push(channel);
    hub.add(channel.port1);
    return new SharedStreams(channel.port2);
  };
  return { hub, made, clock, page };
}

/** Resolves with the types of messages, once there are so many. */
function received(stream: LiveEvents, count: number): Promise<readonly string[]> {
  const types: string[] = [];
  return new Promise((resolve) => {
    stream.subscribe(({ type }) => {
      types.push(type);
      if (types.length === count) resolve(types);
    });
  });
}

const stateOf = (stream: LiveEvents, state: StreamState) =>
  new Promise<void>((resolve) => {
    const look = () => stream.state.value === state && resolve();
    stream.state.watch(look);
    look();
  });

describe('pages of a browser', () => {
  it('share one connection for each path', async () => {
    const { made, page } = createHub();
    const [a, b] = [page().stream('/orgs/lab'), page().stream('/orgs/lab')];
    const both = Promise.all([received(a, 1), received(b, 1)]);
    await Promise.all([stateOf(a, 'open'), stateOf(b, 'open')]);
    made[0]!.send('record');

    expect(await both).toEqual([['record'], ['record']]);
    expect(made).toHaveLength(1);
  });

  it('keep the connection until the last of them leaves', async () => {
    const { made, page } = createHub();
    const [a, b] = [page().stream('/orgs/lab'), page().stream('/orgs/lab')];
    const [leaveA, leaveB] = [a.subscribe(() => {}), b.subscribe(() => {})];
    await Promise.all([stateOf(a, 'open'), stateOf(b, 'open')]);
    leaveA();
    await stateOf(a, 'closed');
    expect(made[0]!.state.value).toBe('open');
    leaveB();
    await stateOf(made[0]!, 'closed');
  });

  it('are connected again with a resync when the hub took them for closed', async () => {
    const { hub, made, clock, page } = createHub();
    const streams = page();
    const stream = streams.stream('/orgs/lab');
    const types = received(stream, 2);
    await stateOf(stream, 'open');
    clock.now += SILENT_MS;
    hub.dropSilent();
    await stateOf(made[0]!, 'closed');
    streams.sayAlive();
    await stateOf(stream, 'open');
    while (made.length < 2) await new Promise((resolve) => setImmediate(resolve));
    setImmediate(() => made[1]!.send('record'));

    expect(await types).toEqual(['resync', 'record']);
  });

  it('connect again after a refused stream', async () => {
    const { made, page } = createHub();
    const first = page().stream('/orgs/lab');
    first.subscribe(() => {});
    await stateOf(first, 'open');
    made[0]!.close();
    await stateOf(first, 'closed');
    const second = page().stream('/orgs/lab');
    second.subscribe(() => {});
    await stateOf(second, 'open');

    expect(made).toHaveLength(2);
  });
});

import { MAX_SINGLE_RECORDS, mergeWrites, type RecordMessage, type WrittenRecord } from './record-message.js';

/** A record is named once within this time. */
const WINDOW_MS = 200;

interface KindState {
  /** When each record was last named. */
  readonly named: Map<string, number>;
  readonly pending: Map<string, WrittenRecord>;
  /** Records of the kind that are reported by their number. */
  many: number;
  manySentAt: number;
}

/** The record messages that wait for one stream. What changes faster than it is sent is merged, so a slow reader costs little memory. */
export class RecordBuffer {
  readonly #kinds = new Map<string, KindState>();
  readonly #now: () => number;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(messages: readonly RecordMessage[]): void {
    for (const message of messages) {
      const state = this.#stateOf(message.kind);
      if ('many' in message) state.many += message.many;
      else state.pending.set(message.id, mergeWrites(state.pending.get(message.id), message));
    }
  }

  /** The messages that may be sent now. */
  take(): readonly RecordMessage[] {
    const now = this.#now();
    this.#dueAt = Number.POSITIVE_INFINITY;
    const ready: RecordMessage[] = [];
    for (const [kind, state] of this.#kinds) {
      for (const [id, at] of state.named) if (now - at >= WINDOW_MS) state.named.delete(id);
      ready.push(...this.#takeKind(kind, state, now));
      if (state.named.size + state.pending.size + state.many === 0 && now - state.manySentAt >= WINDOW_MS)
        this.#kinds.delete(kind);
    }
    return ready;
  }

  /** Time until messages that `take` left can be sent; infinite if it left none. */
  get dueInMs(): number {
    return Math.max(0, this.#dueAt - this.#now());
  }

  #takeKind(kind: string, state: KindState, now: number): readonly RecordMessage[] {
    const { named, pending } = state;
    const open = [...pending.values()].filter(({ id }) => !named.has(id));
    if (state.many > 0 || named.size + open.length > MAX_SINGLE_RECORDS) {
      if (now - state.manySentAt < WINDOW_MS) {
        this.#wakeAt(state.manySentAt + WINDOW_MS);
        return [];
      }
      const many = state.many + pending.size;
      pending.clear();
      Object.assign(state, { many: 0, manySentAt: now });
      return [{ kind, many }];
    }
    for (const { id } of open) {
      named.set(id, now);
      pending.delete(id);
    }
    for (const id of pending.keys()) this.#wakeAt((named.get(id) ?? now) + WINDOW_MS);
    return open;
  }

  #wakeAt(at: number): void {
    this.#dueAt = Math.min(this.#dueAt, at);
  }

  #stateOf(kind: string): KindState {
    let state = this.#kinds.get(kind);
    if (!state) {
      state = { named: new Map(), pending: new Map(), many: 0, manySentAt: Number.NEGATIVE_INFINITY };
      this.#kinds.set(kind, state);
    }
    return state;
  }
}

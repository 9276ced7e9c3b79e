import type { TestClient, TestReply } from '../test-client.js';
import type { SweepFields, SweptRecord } from './sweep-options.js';
import type { SweptKind } from './swept-kinds.js';

/** One transition of a lifecycle, by an action, or by a change of the field if it has none; or an action that changes no state. */
interface Step {
  readonly to: string | null;
  readonly action: string | null;
}
export type Steps = readonly Step[];
type RecordKey = Pick<SweptRecord, 'id' | 'kind'>;

interface WalkOptions {
  /** The steps that made an action available, by the action and the kind. */
  readonly known: Map<string, Steps>;
  readonly client: TestClient;
  pathOf(record: RecordKey): string;
  kindOf(id: string): SweptKind;
  create(kind: string, fields: SweepFields): Promise<SweptRecord>;
  /** Ids of the actions that this one undoes. */
  undoneBy(action: string): readonly string[];
  /** Runs the example of an action of the module. */
  run(action: string, record: RecordKey): Promise<Pick<TestReply, 'status'>>;
}

/**
 * Creates the record that an action runs on: from the example of its kind, after an action that it undoes, or in the first state of its
 * lifecycle in which the action is available. Leads it there by the transitions that the kind declares, with the examples of their actions.
 */
export class LifecycleWalk {
  readonly #options: WalkOptions;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  async recordFor(action: string, kind: string, fields: SweepFields = {}): Promise<SweptRecord> {
    const known = this.#options.known.get(`${action} ${kind}`);
    return known ? this.#led(kind, fields, known) : (await this.#find(action, { kind, fields, above: [] })).record;
  }

  async #find(
    action: string,
    { kind, fields, above }: { kind: string; fields: SweepFields; above: readonly string[] },
  ): Promise<{ readonly steps: Steps; readonly record: SweptRecord }> {
    const reasons = new Set<string>();
    const seen = new Set<string>();
    const waiting: Steps[] = [[]];
    for (let steps = waiting.shift(); steps; steps = waiting.shift()) {
      const record = await this.#led(kind, fields, steps).catch((error: Error) => void reasons.add(error.message));
      if (!record) {
        // What fails without a step fails with any.
        if (steps.length === 0) break;
        continue;
      }
      const reason = await this.#reasonAgainst(action, record);
      if (reason === null) {
        this.#options.known.set(`${action} ${kind}`, steps);
        return { steps, record };
      }
      reasons.add(reason);
      if (steps.length === 0) waiting.push(...(await this.#undone(action, { kind, fields, above })));
      const known = steps;
      waiting.push(...this.#next(record, seen).map((step) => [...known, step]));
    }
    throw new Error(
      `Action '${action}' runs on no record of '${kind}' from its example, in no state that its lifecycle leads to: make one in 'targets' of moduleSweep. ${[...reasons].join('; ')}`,
    );
  }

  /** The steps to the actions that this one undoes. */
  async #undone(
    action: string,
    { kind, fields, above }: { kind: string; fields: SweepFields; above: readonly string[] },
  ): Promise<readonly Steps[]> {
    const found: Steps[] = [];
    const inner = { kind, fields, above: [...above, action] };
    for (const id of this.#options.undoneBy(action)) {
      if (inner.above.includes(id)) continue;
      const before = await this.#find(id, inner).catch(() => null);
      if (before) found.push([...before.steps, { to: null, action: id }]);
    }
    return found;
  }

  /** A new record that has taken the steps. */
  async #led(kind: string, fields: SweepFields, steps: Steps): Promise<SweptRecord> {
    const { client, create, pathOf, run } = this.#options;
    let record = await create(kind, fields);
    for (const { to, action } of steps) {
      const field = this.#lifecycle(kind)?.field ?? '';
      if (action === null) await client.patch(pathOf(record), { fields: { [field]: to } });
      else await run(action, record);
      record = (await client.get<SweptRecord>(pathOf(record))).body;
      if (to !== null && record.fields[field] !== to)
        throw new Error(`${action ?? 'a change'} does not lead '${kind}' to '${to}', but to '${record.fields[field]}'`);
    }
    return record;
  }

  async #reasonAgainst(action: string, record: RecordKey): Promise<string | null> {
    const { client, pathOf } = this.#options;
    const { body } = await client.get<{
      readonly data: readonly { readonly id: string; readonly reason: string | null }[];
    }>(`${pathOf(record)}/actions?limit=200`);
    const row = body.data.find(({ id }) => id === action);
    return row ? row.reason : 'it does not apply to the record';
  }

  /** Steps to states that no other steps have led to. */
  #next({ kind, fields }: SweptRecord, seen: Set<string>): readonly Step[] {
    const { field = '', transitions = [] } = this.#lifecycle(kind) ?? {};
    const state = String(fields[field]);
    if (seen.has(state)) return [];
    seen.add(state);
    const module = kind.slice(0, kind.indexOf(':') + 1);
    return transitions
      .filter(({ from, to }) => from === state && !seen.has(to))
      .flatMap(({ to, direct, actions }): readonly Step[] =>
        direct
          ? [{ to, action: null }]
          : actions.filter((id) => id.startsWith(module)).map((action) => ({ to, action })),
      );
  }

  #lifecycle(kind: string): SweptKind['lifecycle'] {
    return this.#options.kindOf(kind).lifecycle;
  }
}

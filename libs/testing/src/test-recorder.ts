import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { appendFile } from 'node:fs/promises';
import type { ModuleDefinition } from '@cubit/core';
import type { Database } from '@cubit/database';
import type { Kernel } from '@cubit/runtime';

const ACTION = /\/modules\/([^/?]+)\/actions\/([^/?]+)$/;

/** The channel on which the kernel publishes what modules use of others. */
const USES = 'cubit.module.uses';

/** A change of the state of a record: of a kind, from one state to another. */
type Transition = readonly [kind: string, from: string, to: string];

/** What the code of a module used of others: a kind to read or write, an action to invoke, or a host to reach. */
interface ModuleUse {
  readonly module: string;
  readonly access: 'read' | 'write' | 'invoke' | 'egress';
  readonly what: string;
}

/**
 * Records what specs do with actions, events, jobs, lifecycles, upgrades and other modules, where `CUBIT_TEST_RECORD` names a file: one line of JSON for
 * each test server.
 */
export class TestRecorder {
  readonly #file: string;
  readonly #actions = new Map<string, Set<number>>();
  readonly #upgrades = new Set<string>();
  readonly #uses = new Map<string, ModuleUse>();
  readonly #noteUse = (use: unknown) => {
    this.#uses.set(JSON.stringify(use), use as ModuleUse);
  };

  /** Undefined unless the specs run for the rules of modules: `CUBIT_TEST_RECORD` is set. */
  static ofProcess(): TestRecorder | undefined {
    const file = process.env['CUBIT_TEST_RECORD'];
    return file ? new TestRecorder(file) : undefined;
  }

  private constructor(file: string) {
    this.#file = file;
    subscribe(USES, this.#noteUse);
  }

  note(path: string, status: number): void {
    const [, module, action] = ACTION.exec(path) ?? [];
    if (action === undefined) return;
    const id = `${module}:${action}`;
    const statuses = this.#actions.get(id) ?? new Set();
    this.#actions.set(id, statuses.add(status));
  }

  /** The module with upgrades that are noted where they get records. */
  noteUpgradesOf(module: ModuleDefinition): ModuleDefinition {
    if (!module.upgrades) return module;
    const upgrades = module.upgrades.map((upgrade): typeof upgrade => ({
      ...upgrade,
      run: async (context, records) => {
        await upgrade.run(context, records);
        this.#upgrades.add(`${module.name}:${upgrade.id}`);
      },
    }));
    return { ...module, upgrades };
  }

  async write({ database, kernel }: { readonly database: Database; readonly kernel: Kernel }): Promise<void> {
    const { rows } = await database.pool.query<{ name: string }>('select distinct name from event');
    // Without the jobs platform there is no table.
    const { rows: tables } = await database.pool.query<{ job: string | null }>("select to_regclass('job') as job");
    const { rows: jobs } = tables.some(({ job }) => job !== null)
      ? await database.pool.query<{ type: string }>("select distinct type from job where state = 'succeeded'")
      : { rows: [] };
    const record = {
      actions: Object.fromEntries([...this.#actions].map(([id, statuses]) => [id, [...statuses]])),
      events: rows.map(({ name }) => name),
      jobs: jobs.map(({ type }) => type),
      transitions: await takenTransitions(database, kernel),
      upgrades: [...this.#upgrades],
      uses: [...this.#uses.values()],
    };
    unsubscribe(USES, this.#noteUse);
    await appendFile(this.#file, `${JSON.stringify(record)}\n`);
  }
}

/** The transitions that records took. The history has what each change replaced: the state after it is what the next one replaced. */
async function takenTransitions({ pool }: Database, { registry }: Kernel): Promise<readonly Transition[]> {
  const states = [...registry.kinds.values()].flatMap(({ id, definition: { lifecycle } }) =>
    lifecycle ? [[id, lifecycle.field] as const] : [],
  );
  const { rows } = await pool.query<{ kind: string; before: string; after: string }>(
    `with left_states as (
       select c.workspace_id, c.kind, c.record_id, s.field, c.before->>s.field as state,
         lead(c.before->>s.field) over (partition by c.workspace_id, c.record_id order by c.version) as next
       from record_change c join unnest($1::text[], $2::text[]) as s(kind, field) on s.kind = c.kind and c.before ? s.field
     )
     select distinct l.kind, l.state as before, coalesce(l.next, r.fields->>l.field) as after
     from left_states l left join record r on r.workspace_id = l.workspace_id and r.kind = l.kind and r.id = l.record_id
     where l.state is not null and coalesce(l.next, r.fields->>l.field) is not null`,
    [states.map(([kind]) => kind), states.map(([, field]) => field)],
  );
  return rows.map(({ kind, before, after }) => [kind, before, after] as const);
}

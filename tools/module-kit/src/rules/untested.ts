import type { ModuleDescription } from '../project.js';
import type { TestRecord } from './test-record.js';

const SUCCESS = 300;

/** Actions that no spec runs successfully, or none has refused. */
export function untestedActions({ actions }: ModuleDescription, record: TestRecord): readonly string[] {
  return actions.flatMap(({ id }) => {
    const statuses = record.actions[id] ?? [];
    return [
      ...(statuses.some((status) => status < SUCCESS) ? [] : [`No spec runs action '${id}' successfully: add one.`]),
      ...(statuses.some((status) => status >= SUCCESS) ? [] : [`No spec has action '${id}' refused: add one.`]),
    ];
  });
}

/** Events that no spec has emitted. */
export function unemittedEvents({ events }: ModuleDescription, record: TestRecord): readonly string[] {
  const emitted = new Set(record.events);
  return events
    .filter(({ name }) => !emitted.has(name))
    .map(({ name }) => `No spec has event '${name}' emitted: add one.`);
}

/** Jobs that no spec has run. */
export function unrunJobs({ jobs }: ModuleDescription, record: TestRecord): readonly string[] {
  const run = new Set(record.jobs);
  return jobs.filter(({ id }) => !run.has(id)).map(({ id }) => `No spec runs job '${id}' until it succeeds: add one.`);
}

/** Transitions of lifecycles that no record took in a spec. */
export function untakenTransitions({ kinds }: ModuleDescription, record: TestRecord): readonly string[] {
  const taken = new Set(record.transitions.map((transition) => transition.join(' ')));
  return kinds.flatMap(({ id, lifecycle }) =>
    Object.entries(lifecycle?.states ?? {}).flatMap(([from, { to }]) =>
      Object.keys(to)
        .filter((state) => !taken.has(`${id} ${from} ${state}`))
        .map((state) => `No spec takes a record of '${id}' from '${from}' to '${state}': add one.`),
    ),
  );
}

/** Upgrades that no spec ran with records of an earlier version. */
export function untestedUpgrades({ name, upgrades }: ModuleDescription, record: TestRecord): readonly string[] {
  const tested = new Set(record.upgrades);
  return upgrades
    .filter((id) => !tested.has(`${name}:${id}`))
    .map((id) => `No spec runs upgrade '${id}' with records of an earlier version: add one.`);
}

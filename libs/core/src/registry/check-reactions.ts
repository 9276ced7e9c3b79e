import type { ModuleDefinition } from '../contract/module.js';

const KEY = /^[a-z][a-z0-9_]*$/;

interface Known {
  readonly modules: ReadonlySet<string>;
  readonly events: ReadonlyMap<string, string>;
  readonly actions: ReadonlySet<string>;
}

/** Faults of a module's subscriptions and default wires. What a module that is not installed would declare cannot be judged. */
export function checkReactions({ name, subscriptions = [], wires = [] }: ModuleDefinition, known: Known): string[] {
  return [
    ...keyFaults(
      subscriptions.map(({ id }) => id),
      `Module '${name}' has subscription`,
    ),
    ...keyFaults(
      wires.map(({ key }) => key),
      `Module '${name}' has default wire`,
    ),
    ...subscriptions.flatMap(({ id, event }) => eventFaults(`Subscription '${id}' of module '${name}'`, event, known)),
    ...wires.flatMap(({ key, event, action }) => {
      const what = `Default wire '${key}' of module '${name}'`;
      return [...eventFaults(what, event, known), ...actionFaults(what, action, known)];
    }),
  ];
}

function keyFaults(keys: readonly string[], what: string): string[] {
  const repeated = new Set(keys.filter((key, index) => keys.indexOf(key) !== index));
  return [
    ...keys
      .filter((key) => !KEY.test(key))
      .map((key) => `${what} '${key}'; name it in lower-case letters, digits and underscores.`),
    ...[...repeated].map((key) => `${what} '${key}' twice; rename one.`),
  ];
}

function eventFaults(what: string, event: string, known: Known): string[] {
  const owner = event.split('.')[0] ?? '';
  if (known.events.has(event) || !known.modules.has(owner)) return [];
  return [`${what} reacts to event '${event}', which module '${owner}' does not declare.`];
}

function actionFaults(what: string, action: string, known: Known): string[] {
  const owner = action.split(':')[0] ?? '';
  if (known.actions.has(action) || !known.modules.has(owner)) return [];
  return [`${what} runs action '${action}', which module '${owner}' does not declare.`];
}

import { fieldTypeOf, typeHolds } from '@cubit/web-contract';
import type { ModuleDefinition } from '../contract/module.js';
import type { SweepDefinition } from '../contract/sweep.js';

const KEY = /^[a-z][a-z0-9_]*$/;

interface DeclaredNames {
  readonly modules: ReadonlySet<string>;
  readonly events: ReadonlyMap<string, string>;
  readonly actions: ReadonlySet<string>;
}

/**
 * Faults of a module's subscriptions, default wires, sweeps and upgrades. References to modules that are not installed are not
 * checked.
 */
export function checkReactions(module: ModuleDefinition, known: DeclaredNames): string[] {
  const { name, subscriptions = [], wires = [], sweeps = [], upgrades = [] } = module;
  return [
    ...keyFaults(
      subscriptions.map(({ id }) => id),
      `Module '${name}' has subscription`,
    ),
    ...keyFaults(
      wires.map(({ key }) => key),
      `Module '${name}' has default wire`,
    ),
    ...keyFaults(
      sweeps.map(({ id }) => id),
      `Module '${name}' has sweep`,
    ),
    ...sweeps.flatMap((sweep) => sweepFaults(module, sweep)),
    ...keyFaults(
      upgrades.map(({ id }) => id),
      `Module '${name}' has upgrade`,
    ),
    ...subscriptions.flatMap(({ id, event }) => eventFaults(`Subscription '${id}' of module '${name}'`, event, known)),
    ...wires.flatMap(({ key, event, action }) => {
      const what = `Default wire '${key}' of module '${name}'`;
      return [...eventFaults(what, event, known), ...actionFaults(what, action, known)];
    }),
  ];
}

function sweepFaults({ name, kinds = [] }: ModuleDefinition, { id, kind, at }: SweepDefinition): string[] {
  const what = `Sweep '${id}' of module '${name}'`;
  if (!kinds.some((own) => own.id === kind.id))
    return [`${what} uses kind '${kind.id}', which '${name}' does not declare; name a kind of its own.`];
  return typeHolds(fieldTypeOf(kind.fields.properties[at]), 'instant')
    ? []
    : [`${what} uses field '${at}' of kind '${kind.id}', which is not a datetime; make it Field.datetime().`];
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

function eventFaults(what: string, event: string, known: DeclaredNames): string[] {
  const owner = event.split('.')[0] ?? '';
  if (known.events.has(event) || !known.modules.has(owner)) return [];
  return [`${what} reacts to event '${event}', which module '${owner}' does not declare; correct the name.`];
}

function actionFaults(what: string, action: string, known: DeclaredNames): string[] {
  const owner = action.split(':')[0] ?? '';
  if (known.actions.has(action) || !known.modules.has(owner)) return [];
  return [`${what} runs action '${action}', which module '${owner}' does not declare; correct the name.`];
}

import type { Registry } from '@cubit/core/host';
import type { SubscriptionDefinition } from '@cubit/core';

export interface Subscriber {
  /** `<module>/<id>`: identifies its runs. */
  readonly key: string;
  readonly module: string;
  /** The module is enabled in every workspace. */
  readonly always: boolean;
  readonly definition: SubscriptionDefinition;
}

/** The subscriptions of all installed modules, by key. */
export function subscribersOf(registry: Registry): ReadonlyMap<string, Subscriber> {
  const all = [...registry.modules.values()].flatMap(({ name, definition: { subscriptions = [], always = false } }) =>
    subscriptions.map((definition) => ({ key: `${name}/${definition.id}`, module: name, always, definition })),
  );
  return new Map(all.map((subscriber) => [subscriber.key, subscriber]));
}

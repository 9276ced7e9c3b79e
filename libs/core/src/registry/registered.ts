import type { AnyAction, AnyKind, ModuleDefinition } from '../contract/module.js';
import type { EventDefinition } from '../contract/event.js';
import type { AnyChannel } from '../contract/channel.js';
import type { AnyConnector } from '../contract/connector.js';
import type { AnyJob } from '../contract/job.js';
import type { ScopeDefinition } from '../contract/scope.js';
import type { SweepDefinition } from '../contract/sweep.js';
import type { UpgradeDefinition } from '../contract/upgrade.js';
import type { RecordShape } from './record-shape.js';

export interface RegisteredKind {
  readonly definition: AnyKind;
  readonly id: string;
  readonly module: string;
  /** `stock_item`: the name in paths. */
  readonly local: string;
  /** `stockItemId`: the name in event payloads. */
  readonly idKey: string;
  /** Table of its records. */
  readonly partition: string;
  /** The kind without custom fields. */
  readonly shape: RecordShape;
}

export interface RegisteredAction {
  readonly definition: AnyAction;
  readonly id: string;
  readonly module: string;
  /** `use`: the name in paths. */
  readonly local: string;
}

export interface RegisteredEvent {
  readonly definition: EventDefinition;
  readonly name: string;
  readonly module: string;
  /** Payload members that refer to records; the first is the subject. */
  readonly records: readonly { readonly key: string; readonly kind: string }[];
}

export interface RegisteredJob {
  readonly definition: AnyJob;
  /** Also the type of its jobs. */
  readonly id: string;
  readonly module: string;
}

export interface RegisteredScope {
  readonly definition: ScopeDefinition;
  /** Null: of the kernel. */
  readonly module: string | null;
}

export interface RegisteredConnector {
  readonly definition: AnyConnector;
  readonly id: string;
  readonly module: string;
}

export interface RegisteredSweep {
  readonly definition: SweepDefinition;
  /** `purchases.overdue`: unique among all. */
  readonly key: string;
  readonly owner: ModuleDefinition;
  readonly kind: RegisteredKind;
}

export interface RegisteredUpgrade {
  readonly definition: UpgradeDefinition;
  /** `projects:costs`: unique among all. */
  readonly id: string;
  readonly module: string;
  readonly kind: RegisteredKind;
}

export interface RegisteredChannel {
  readonly definition: AnyChannel;
  readonly type: string;
  readonly module: string;
}

export interface RegisteredModule {
  readonly definition: ModuleDefinition;
  readonly name: string;
  readonly kinds: readonly RegisteredKind[];
  readonly actions: readonly RegisteredAction[];
  readonly events: readonly RegisteredEvent[];
}

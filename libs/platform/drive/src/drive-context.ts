import type { KernelServices } from '@cubit/records';
import type { TabBell } from './tab/tab-bell.js';

/** What the routes of this package work with. */
export interface DriveContext {
  readonly services: Pick<KernelServices, 'database' | 'now' | 'newId'>;
  readonly bell: TabBell;
  /** Aborted when the process stops. */
  readonly stopping: AbortController;
}

import { compact, type KindHookContext, type RecordChange } from '@cubit/core';
import {
  machineNeedsClear,
  machineOffline,
  machineOnline,
  machineReady,
  machineStatusChanged,
} from '../events/machine-events.js';
import type { MachineKind } from './machine.fields.js';

/** Emits the events of machine changes, whichever action or request made them. */
export function emitMachineEvents({ emit }: KindHookContext, changes: readonly RecordChange<MachineKind>[]): void {
  for (const { operation, before, after } of changes) {
    if (operation !== 'update' || before === null) continue;
    const about = { machineId: after.id, name: after.fields.name };
    const withJob = compact({ ...about, jobId: before.fields.current_job });
    const [from, to] = [before.fields.status, after.fields.status];
    if (from !== to) {
      emit(machineStatusChanged, compact({ ...about, from, to, jobId: after.fields.current_job }));
      if (to === 'offline') emit(machineOffline, withJob);
      if (from === 'offline') emit(machineOnline, about);
    }
    if (before.fields.needs_clear === after.fields.needs_clear) continue;
    if (after.fields.needs_clear) emit(machineNeedsClear, withJob);
    else emit(machineReady, about);
  }
}

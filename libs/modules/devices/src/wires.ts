import type { DefaultWireDefinition } from '@cubit/core';

const apply = (key: string, name: string, event: string): DefaultWireDefinition => ({
  key,
  name,
  event: `devices.device.${event}`,
  condition: 'event.payload.linkMode in ["set_stock", "use", "count"]',
  record: 'event.payload.deviceId',
  action: 'devices:apply_reading',
  input: { reading: '${event.payload.readingId}' },
});

/** What a linked device reads is done to what it is linked with. */
export const wires: readonly DefaultWireDefinition[] = [
  apply('apply_scans', 'Apply what linked scanners scan', 'scanned'),
  apply('apply_values', 'Apply what linked scales weigh', 'reading'),
  apply('apply_counts', 'Apply what linked devices count', 'counted'),
];

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

/** Apply readings of linked devices to the linked records. */
export const wires: readonly DefaultWireDefinition[] = [
  apply('apply_scans', 'Apply scans of linked devices', 'scanned'),
  apply('apply_values', 'Apply values of linked devices', 'reading'),
  apply('apply_counts', 'Apply counts of linked devices', 'counted'),
];

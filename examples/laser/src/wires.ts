import type { DefaultWireDefinition } from '@cubit/core';

/** Installed with the module; from then on they belong to the workspace. */
export const wires: readonly DefaultWireDefinition[] = [
  {
    key: 'report_service',
    name: 'Report machines that need service',
    event: 'laser.machine.service_due',
    action: 'core-notifications:notify',
    input: { message: '${event.payload.machineName} needs service.' },
  },
];

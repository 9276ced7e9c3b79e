import { defineModule } from '@cubit/core';
import { bridge } from './bridge/bridge.kind.js';
import { offline } from './bridge/offline.sweep.js';
import { replaceToken } from './bridge/replace-token.action.js';
import { updateBridge } from './bridge/update-bridge.action.js';
import { cancelCommand } from './command/cancel-command.action.js';
import { command } from './command/command.kind.js';
import { overdueCommands } from './command/overdue.sweep.js';
import { runCommand } from './command/run-command.action.js';
import { device } from './device/device.kind.js';
import { linkDevice } from './device/link.action.js';
import { unlinkDevice } from './device/unlink.action.js';
import { edgeRoutes } from './edge/edge.routes.js';
import { bridgeEvents, commandEvents, deviceEvents } from './events.js';
import { applyReading } from './reading/apply-reading.action.js';
import { reading } from './reading/reading.kind.js';
import { rename } from './rename.action.js';
import { retire } from './retire.action.js';
import { scopes } from './scopes.js';
import { settings } from './settings.js';
import { wires } from './wires.js';
import { devicesHints } from './devices.hints.js';

export const devices = defineModule({
  name: 'devices',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Devices',
  description: 'Bridges on site and the devices they connect.',
  kinds: [bridge, device, command, reading],
  events: [...bridgeEvents, ...deviceEvents, ...commandEvents],
  actions: [
    runCommand,
    cancelCommand,
    linkDevice,
    unlinkDevice,
    applyReading,
    rename,
    retire,
    updateBridge,
    replaceToken,
  ],
  wires,
  sweeps: [offline, overdueCommands],
  routes: edgeRoutes,
  scopes,
  settings,
  permissions: {
    kinds: { 'inventory:count': 'read' },
    invokes: ['inventory:set', 'inventory:use', 'inventory:use_one', 'inventory:record_count'],
  },
  ui: devicesHints,
});

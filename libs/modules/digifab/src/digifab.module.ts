import { defineModule } from '@cubit/core';
import { actions } from './actions.js';
import { certificate } from './certificate/certificate.kind.js';
import { connection } from './connection/connection.kind.js';
import { bambu } from './connectors/bambu.connector.js';
import { fdmMonster } from './connectors/fdm-monster.connector.js';
import { moonraker } from './connectors/moonraker.connector.js';
import { obico } from './connectors/obico.connector.js';
import { octoprint } from './connectors/octoprint.connector.js';
import { prusalink } from './connectors/prusalink.connector.js';
import { events } from './events.js';
import { file } from './file/file.kind.js';
import { job } from './job/job.kind.js';
import { machine } from './machine/machine.kind.js';
import { maintenance } from './maintenance/maintenance.kind.js';
import { pool } from './pool/pool.kind.js';
import { recordPostedUsage } from './report/record-posted-usage.js';
import { run } from './run/run.kind.js';
import { settings } from './settings.js';
import { sweeps } from './sweeps.js';
import { commandSubscriptions } from './steer/command-outcomes.js';
import { wires } from './wires.js';
import { digifabHints } from './digifab.hints.js';

export const digifab = defineModule({
  name: 'digifab',
  version: '0.1.0',
  contract: '^1.0.0',
  title: 'Digital fabrication',
  description: 'Printers, laser cutters and mills: print files, a job queue, material use and results.',
  requires: ['inventory'],
  kinds: [machine, job, file, pool, run, maintenance, certificate, connection],
  events,
  actions,
  wires,
  sweeps,
  subscriptions: [...commandSubscriptions, recordPostedUsage],
  connectors: [octoprint, moonraker, prusalink, bambu, fdmMonster, obico],
  settings,
  permissions: {
    kinds: {
      'devices:command': 'read',
      'devices:device': 'read',
      'inventory:part': 'read',
      'inventory:reservation': 'write',
      'inventory:stock_item': 'read',
    },
    invokes: ['devices:cancel_command', 'devices:run_command', 'inventory:release', 'inventory:use'],
  },
  ui: digifabHints,
});

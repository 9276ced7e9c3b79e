import { defineModule } from '@cubit/core';
import { cut } from './cut/cut.kind.ts';
import { drop } from './cut/drop.action.ts';
import { finish } from './cut/finish.action.ts';
import { report } from './cut/report.job.ts';
import { cutFinished, serviceDue } from './events.ts';
import { bedRoute } from './machine/bed.route.ts';
import { machine } from './machine/machine.kind.ts';
import { service } from './machine/service.action.ts';
import { settings } from './settings.ts';
import { wires } from './wires.ts';

export const laser = defineModule({
  name: 'laser',
  version: '0.1.0',
  contract: '^1.2.0',
  title: 'Laser',
  description: 'Laser cutters, what they cut, and when they need service.',
  kinds: [machine, cut],
  events: [cutFinished, serviceDue],
  actions: [finish, drop, service],
  settings,
  wires,
  routes: [bedRoute],
  jobs: [report],
  permissions: { egress: ['*.laser.example'] },
  ui: { icon: 'zap', menu: ['laser:machine', 'laser:cut'] },
});

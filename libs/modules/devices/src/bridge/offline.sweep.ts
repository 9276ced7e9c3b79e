import { defineSweep } from '@cubit/core';
import { bridge } from './bridge.kind.js';
import { takeOffline } from './contact.js';

export const offline = defineSweep({
  id: 'offline',
  kind: bridge,
  at: 'offline_after',
  run: (context, bridges) => takeOffline(context, bridges),
});

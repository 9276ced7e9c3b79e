import { defineSweep } from '@cubit/core';
import { bridge } from './bridge.kind.js';
import { markOffline } from './contact.js';

export const offline = defineSweep({
  id: 'offline',
  kind: bridge,
  at: 'offline_after',
  run: (context, bridges) => markOffline(context, bridges),
});

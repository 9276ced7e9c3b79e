import type { ChannelAnswer, DeliveryOutcome } from '@cubit/core';
import { oneLine } from './one-line.js';

const SHOWN_LENGTH = 200;

/** Any 2xx is success; what else the receiver said is shown. */
export function httpOutcome({ status, body }: ChannelAnswer): DeliveryOutcome {
  if (status >= 200 && status < 300) return { delivered: true, status, error: null };
  const said = oneLine(body, SHOWN_LENGTH);
  return { delivered: false, status, error: `The receiver answered ${status}${said === '' ? '' : `: ${said}`}` };
}

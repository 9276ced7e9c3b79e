import type { ChannelAnswer, DeliveryOutcome } from '@cubit/core/host';
import { oneLine } from './one-line.js';

const SHOWN_LENGTH = 200;

/** Any 2xx status is success; otherwise the error contains the beginning of the response body. */
export function httpOutcome({ status, body }: ChannelAnswer): DeliveryOutcome {
  if (status >= 200 && status < 300) return { delivered: true, status, error: null };
  const text = oneLine(body, SHOWN_LENGTH);
  return { delivered: false, status, error: `The receiver answered ${status}${text === '' ? '' : `: ${text}`}` };
}

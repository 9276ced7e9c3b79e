import { Type, type Static } from 'typebox';
import { flag, text } from './payload-fields.js';

/** The printer state of `/api/printer` of OctoPrint, which Moonraker also serves. https://docs.octoprint.org/en/master/api/datamodel.html#printer-state */
export const printerState = Type.Object({
  text,
  flags: Type.Optional(
    Type.Object({ printing: flag, paused: flag, error: flag, operational: flag, closedOrError: flag }),
  ),
});

export type PrinterState = 'error' | 'offline' | 'paused' | 'printing' | 'idle';

/** Undefined if the state is unknown. A plain text is accepted too. */
export function readPrinterState(
  state: Static<typeof printerState> | string | null | undefined,
): PrinterState | undefined {
  const { flags, text: words = '' } = typeof state === 'string' ? { text: state } : (state ?? {});
  const starts = (word: string) => (words ?? '').toLowerCase().startsWith(word);
  if (flags?.error === true || starts('error')) return 'error';
  if (starts('offline')) return 'offline';
  if (flags?.paused === true || starts('paus')) return 'paused';
  if (flags?.printing === true || starts('printing')) return 'printing';
  if (flags?.operational === true || starts('operational')) return 'idle';
  return undefined;
}

import colorString from 'color-string';

export interface Color {
  /** `#rrggbb`, in lower case. */
  readonly hex: string;
  /** 0 is transparent, 1 opaque. */
  readonly alpha: number;
}

const BARE_HEX = /^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const OPAQUE = 255;
const CHANNELS = 3;

/** Reads `FF0000`, `#F00`, `#RRGGBBAA`, names of CSS and `rgb()`; undefined for any other text. */
export function readColor(text: string): Color | undefined {
  const trimmed = text.trim();
  const channels = colorString.get.rgb(BARE_HEX.test(trimmed) ? `#${trimmed}` : trimmed.toLowerCase());
  return channels ? fromChannels(channels) : undefined;
}

function fromChannels(channels: readonly number[]): Color {
  const hex = channels.slice(0, CHANNELS).map((channel) => Math.round(channel).toString(16).padStart(2, '0'));
  const alpha = channels[CHANNELS] ?? 1;
  return { hex: `#${hex.join('')}`, alpha: shortest(alpha) };
}

/** Two decimals if they mean the same, as CSS writes alpha: `80` is 0.5, `81` is 0.506. */
function shortest(alpha: number): number {
  const [short, long] = [Math.round(alpha * 100) / 100, Math.round(alpha * 1000) / 1000];
  return Math.round(short * OPAQUE) === Math.round(alpha * OPAQUE) ? short : long;
}

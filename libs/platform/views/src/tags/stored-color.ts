import { readColor } from '@cubit/core/host';

export interface TagColor {
  readonly color: string;
  readonly color_alpha?: number | undefined;
}

const HEX = 16;
const OPAQUE = 255;

/** The column holds `#rrggbb`, or `#rrggbbaa` for a colour that is not opaque. */
export function storedColor({ color, color_alpha }: TagColor): string {
  const read = readColor(color);
  const alpha = color_alpha ?? read?.alpha ?? 1;
  const suffix = Math.round(alpha * OPAQUE)
    .toString(HEX)
    .padStart(2, '0');
  return `${read?.hex ?? color}${alpha < 1 ? suffix : ''}`;
}

/** The colour as the API returns it. */
export function shownColor(stored: string): { readonly color: string; readonly color_alpha?: number } {
  const color = readColor(stored);
  if (!color) return { color: stored };
  return color.alpha === 1 ? { color: color.hex } : { color: color.hex, color_alpha: color.alpha };
}

/** Metadata found in a print file. Everything is optional. */
export interface PrintMetadata {
  readonly est_time_s?: number;
  readonly est_g?: readonly {
    readonly tool: number;
    readonly g: number;
    readonly mm?: number;
    readonly material?: string;
    readonly color_hex?: string;
  }[];
  readonly plates?: readonly { readonly index: number; readonly est_time_s?: number; readonly est_g?: number }[];
  readonly material?: string;
  readonly nozzle_mm?: number;
  readonly machine_models?: readonly string[];
  readonly slicer?: string;
  /** A PNG or JPEG. */
  readonly thumbnail?: Uint8Array;
}

/** Larger than any thumbnail that a slicer writes. */
export const MAX_THUMBNAIL_BYTES = 2_000_000;
export const MAX_TOOLS = 32;

export function withinLimits(value: number | undefined, most: number): number | undefined {
  return value !== undefined && Number.isFinite(value) && value >= 0 && value <= most ? value : undefined;
}

/** The image type by its first bytes; null if it is neither PNG nor JPEG. */
export function imageTypeOf(content: Uint8Array): 'image/png' | 'image/jpeg' | null {
  const starts = (...bytes: readonly number[]) => bytes.every((byte, index) => content[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  return starts(0xff, 0xd8, 0xff) ? 'image/jpeg' : null;
}

/** Ink on warm paper, which prints well. The one strong colour marks the highlight. */
export const PALETTE = {
  paper: '#fbfaf6',
  floor: '#ffffff',
  ink: '#24313d',
  faint: '#6d7984',
  hair: '#c9cdd0',
  glass: '#cfe4f2',
  container: '#8b7355',
  hanging: '#5b7486',
  accent: '#d9481c',
  accentFill: '#ffd9c7',
} as const;

/** By depth: contents are lighter than their container. */
export const CONTAINER_FILLS = ['#eadfcb', '#f4ecde', '#fbf7ef'] as const;
export const HANGING_FILL = '#e3ebf0';

/** Used in turn, so that neighbouring zones differ. */
export const ZONE_COLOURS = ['#4f86b5', '#5b9a63', '#c28a35', '#a2648f', '#6a68b0', '#3f9796'] as const;

export const FONT_FAMILY = 'Inter, "Segoe UI", "Helvetica Neue", Arial, "Noto Sans", sans-serif';

/** Keeps a name readable where it crosses a line. */
export const HALO = {
  stroke: PALETTE.floor,
  'stroke-width': 2.5,
  'stroke-opacity': 0.85,
  'paint-order': 'stroke',
} as const;

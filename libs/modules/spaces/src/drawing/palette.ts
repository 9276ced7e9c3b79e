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

/** Of each colour, the one that stands for it on a dark screen. On paper and where no theme is known, drawings are light. */
const DARK: Readonly<Record<string, string>> = {
  [PALETTE.paper]: '#191c21',
  [PALETTE.floor]: '#22262c',
  [PALETTE.ink]: '#d7dce1',
  [PALETTE.faint]: '#98a3ad',
  [PALETTE.hair]: '#454c54',
  [PALETTE.glass]: '#2f4a5c',
  [PALETTE.container]: '#b39a78',
  [PALETTE.hanging]: '#8ba6b8',
  [PALETTE.accent]: '#ff7a4d',
  [PALETTE.accentFill]: '#5a2a18',
  [CONTAINER_FILLS[0]]: '#3d362b',
  [CONTAINER_FILLS[1]]: '#4a4234',
  [CONTAINER_FILLS[2]]: '#584e3e',
  [HANGING_FILL]: '#2c363d',
};

/** Replaces the colours of a drawing where the page around it is dark: programs that know no style sheets draw the light ones. */
export const DARK_STYLE = `@media (prefers-color-scheme:dark){${Object.entries(DARK)
  .map(([light, dark]) => `[fill='${light}']{fill:${dark}}[stroke='${light}']{stroke:${dark}}`)
  .join('')}}`;

/** In millimetres. */
export interface Area {
  readonly width: number;
  readonly depth: number;
}

const GREY = '#888';

/** An SVG of the bed, with each area that fits on it in its left front corner. */
export function drawBed(bed: Area, areas: readonly Area[]): string {
  const shown = areas.filter(({ width, depth }) => width <= bed.width && depth <= bed.depth);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${bed.width} ${bed.depth}" fill="none" stroke="${GREY}">`,
    outline(bed, bed),
    ...shown.map((area) => outline(area, bed)),
    '</svg>',
  ].join('');
}

/** The front is at the bottom. */
function outline({ width, depth }: Area, bed: Area): string {
  return `<rect y="${bed.depth - depth}" width="${width}" height="${depth}" vector-effect="non-scaling-stroke"/>`;
}

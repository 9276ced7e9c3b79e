import type { Room, Unit } from '../floorplan/floorplan.js';
import { drawLegend, drawScaleBar } from './draw-legend.js';
import { DARK_STYLE, FONT_FAMILY, PALETTE } from './palette.js';
import type { Section } from './section.js';
import { escapeXml, px, rectangle, tag, text } from './svg.js';
import { shorten } from './text-width.js';

export interface Sheet {
  readonly title: string;
  readonly subtitle: string;
  /** The subtitle is the path of the highlighted location. */
  readonly isFinding: boolean;
  readonly sections: readonly Section[];
  /** Of the widest section. */
  readonly width: number;
  /** The drawn rooms, for the legend and the scale. */
  readonly rooms: readonly Room[];
  readonly scale: number;
  readonly unit: Unit;
}

const MARGIN_PX = 48;
const TITLE_PX = 26;
const SUBTITLE_PX = 13;
const HEAD_PX = 84;
const LEVEL_PX = 17;
const LEVEL_HEAD_PX = 36;
const SECTION_GAP_PX = 44;
const FOOT_PX = 26;
/** On wider sheets titles are larger, because they are read from a greater distance. */
const READING_WIDTH_PX = 1_500;
const LARGEST_ZOOM = 3;

/** Title, sections one below the other, legend and scale, on a page. */
export function drawSheet({ sections, width: widest, ...sheet }: Sheet): string {
  const zoom = Math.min(Math.max(widest / READING_WIDTH_PX, 1), LARGEST_ZOOM);
  const width = Math.ceil(widest + 2 * MARGIN_PX);
  let y = MARGIN_PX + HEAD_PX * zoom;
  const body = sections.map((section) => {
    const at = y;
    const head = section.title === '' ? 0 : LEVEL_HEAD_PX * zoom;
    y += head + section.height + SECTION_GAP_PX;
    return drawSection(section, { y: at, head, zoom, room: widest });
  });
  const foot = y;
  const height = Math.ceil(y + FOOT_PX * zoom + MARGIN_PX);
  const parts = [
    tag('title', {}, escapeXml(sheet.title)),
    tag('style', {}, DARK_STYLE),
    rectangle({ x: 0, y: 0, w: width, h: height }, { fill: PALETTE.paper }),
    placed(drawTitle(sheet, widest / zoom), { y: MARGIN_PX, zoom }),
    ...body,
    placed(drawFoot(sheet, { zoom, room: widest / zoom }), { y: foot, zoom }),
  ];
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    'font-family': FONT_FAMILY,
    role: 'img',
  };
  return tag('svg', root, parts.join(''));
}

function placed(markup: string, { y, zoom }: { readonly y: number; readonly zoom: number }): string {
  return tag('g', { transform: `translate(${MARGIN_PX} ${px(y)}) scale(${px(zoom)})` }, markup);
}

function drawTitle(
  { title, subtitle, isFinding }: Pick<Sheet, 'title' | 'subtitle' | 'isFinding'>,
  room: number,
): string {
  const found = isFinding ? { fill: PALETTE.accent, 'font-weight': 600 } : { fill: PALETTE.faint };
  return (
    text(shorten(title, room, { sizePx: TITLE_PX }), {
      y: 18,
      'font-size': TITLE_PX,
      'font-weight': 700,
      fill: PALETTE.ink,
    }) +
    text(shorten(subtitle, room, { sizePx: SUBTITLE_PX, keep: 'end' }), { y: 42, 'font-size': SUBTITLE_PX, ...found }) +
    tag('path', { d: `M0 58H${px(room)}`, stroke: PALETTE.ink, 'stroke-width': 1.2 })
  );
}

interface SectionPlace {
  readonly y: number;
  readonly head: number;
  readonly zoom: number;
  readonly room: number;
}

function drawSection({ title, markup }: Section, { y, head, zoom, room }: SectionPlace): string {
  const sizePx = LEVEL_PX * zoom;
  const style = { y: 14 * zoom, 'font-size': sizePx, 'font-weight': 600, fill: PALETTE.faint };
  const heading = head === 0 ? '' : text(shorten(title, room, { sizePx }), style);
  const inner = tag('g', { transform: `translate(0 ${px(head)})` }, markup);
  return tag('g', { transform: `translate(${MARGIN_PX} ${px(y)})` }, heading + inner);
}

/** The footer grows with the sheet; the length that its bar represents does not. */
function drawFoot(
  { rooms, scale, unit }: Pick<Sheet, 'rooms' | 'scale' | 'unit'>,
  { zoom, room }: { readonly zoom: number; readonly room: number },
): string {
  const bar = drawScaleBar(scale / zoom, unit);
  return drawLegend(rooms) + tag('g', { transform: `translate(${px(room - bar.width)} 2)` }, bar.markup);
}

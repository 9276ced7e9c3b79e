/** A number with two decimals, which is finer than any screen, limited to this size. */
const FARTHEST_PX = 1_000_000;

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Characters that XML cannot contain even when escaped: control characters, and two non-characters. */
const FORBIDDEN = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]', 'g');

/** Escapes a text for XML content and attributes: names of a plan may contain anything. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export function px(value: number): string {
  if (Number.isNaN(value)) return '0';
  const bounded = Math.min(Math.max(value, -FARTHEST_PX), FARTHEST_PX);
  return String(Math.round(bounded * 100) / 100);
}

/** An element. `content` is markup. */
export function tag(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? px(value) : escapeXml(value ?? '')}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** A group of elements with one style; empty without elements. */
export function group(attributes: Attributes, content: readonly string[]): string {
  const markup = content.join('');
  return markup === '' ? '' : tag('g', attributes, markup);
}

export function text(content: string, attributes: Attributes): string {
  return tag('text', attributes, escapeXml(content));
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A path through points: `M` and `L`. */
export function polyline(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${px(x)} ${px(y)}`).join('');
}

/** A rectangle in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export function rectangle({ x, y, w, h }: Box, attributes: Attributes = {}, content = ''): string {
  return tag('rect', { x, y, width: Math.max(w, 0), height: Math.max(h, 0), ...attributes }, content);
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/^\s+(--[\w-]+): ([^;]+);/gm)].map(([, name = '', value = '']) => [name, value]),
);

/** The colour of a token in a theme, as linear sRGB. */
function linearRgb(name: string, theme: Theme): readonly number[] {
  const value = tokens.get(name) ?? '';
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (reference !== undefined) return linearRgb(reference, theme);
  const colors = [...value.matchAll(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)].map((match) =>
    match.slice(1).map(Number),
  );
  const [lightness = NaN, chroma = NaN, hue = NaN] = colors[theme === 'light' ? 0 : 1] ?? [];
  return fromOklch(lightness / 100, chroma, hue);
}

/** https://bottosson.github.io/posts/oklab/, clipped to sRGB as browsers without wide colours do. */
function fromOklch(lightness: number, chroma: number, hue: number): readonly number[] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
}

/** WCAG 2.2. */
function contrast(one: string, other: string, theme: Theme): number {
  const [high = 0, low = 0] = [one, other]
    .map((name) => linearRgb(name, theme))
    .map(([red = NaN, green = NaN, blue = NaN]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ['--bg', '--surface', '--raised', '--hover'];
const COLORS = [...tokens.keys()].filter((name) => name.startsWith('--color-'));
const TEXTS = ['--text', '--text-2', '--text-3', '--accent', '--ok', '--warn', '--bad', '--info', ...COLORS];
const pairs = [
  ...TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)),
  ...['--text', '--text-2'].map((text) => [text, '--pressed'] as const),
  ...['--text', '--text-2', '--accent'].map((text) => [text, '--accent-soft'] as const),
  ...['ok', 'warn', 'bad', 'info'].flatMap((tone) =>
    ['--text', `--${tone}`].map((text) => [text, `--${tone}-soft`] as const),
  ),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((tint) => [`--tint-${tint}`, `--tint-${tint}-soft`] as const),
  ...['--accent', '--accent-hover'].map((ground) => ['--on-accent', ground] as const),
  ['--on-bad', '--bad'] as const,
];

describe.each(THEMES)('the tokens in the %s theme', (theme) => {
  it.each(pairs)('%s on %s has a contrast of at least 4.5', (text, surface) => {
    expect(contrast(text, surface, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SURFACES)('borders of controls and the focus ring on %s have a contrast of at least 3', (surface) => {
    expect(contrast('--line-control', surface, theme)).toBeGreaterThanOrEqual(3);
    expect(contrast('--accent', surface, theme)).toBeGreaterThanOrEqual(3);
  });
});

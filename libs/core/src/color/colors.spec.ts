import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { Field } from '../contract/field.js';
import { normaliseColors } from './normalise-colors.js';
import { readColor } from './read-color.js';

describe('a colour', () => {
  it.each([
    ['FF0000', '#ff0000', 1],
    ['#F00', '#ff0000', 1],
    ['f008', '#ff0000', 0.53],
    ['#FF000080', '#ff0000', 0.5],
    ['11223344', '#112233', 0.27],
    [' RebeccaPurple ', '#663399', 1],
    ['rgb(255 128 0 / 50%)', '#ff8000', 0.5],
    ['transparent', '#000000', 0],
  ])('%s is %s', (text, hex, alpha) => {
    expect(readColor(text)).toEqual({ hex, alpha: expect.closeTo(alpha, 2) });
  });

  it.each([['reddish'], ['#12345'], ['12'], [''], ['constructor'], ['#gggggg']])('%s is none', (text) => {
    expect(readColor(text)).toBeUndefined();
  });
});

describe('normalising colours', () => {
  const part = Type.Object({ color: Field.color(), color_alpha: Field.colorAlpha() });
  const schema = Type.Object({
    ...part.properties,
    slots: Type.Array(part),
    plain: Type.Object({ color: Field.color() }),
  });

  it('puts the alpha beside the colour, at any depth', () => {
    const value = {
      color: '#F008',
      slots: [{ color: 'lime' }, { color: '00f8', color_alpha: 0.2 }],
      plain: { color: 'f008' },
    };
    expect(normaliseColors(schema, value)).toEqual({
      color: '#ff0000',
      color_alpha: expect.closeTo(0.53, 2),
      slots: [{ color: '#00ff00' }, { color: '#0000ff', color_alpha: 0.2 }],
      plain: { color: '#ff0000' },
    });
  });

  it('removes the alpha in a patch with an opaque colour', () => {
    expect(normaliseColors(schema, { color: 'red' }, { isPatch: true })).toEqual({
      color: '#ff0000',
      color_alpha: null,
    });
    expect(normaliseColors(schema, { slots: [{ color: 'red' }] }, { isPatch: true })).toEqual({
      slots: [{ color: '#ff0000' }],
    });
  });

  it('leaves what is normal, and what is no colour', () => {
    const value = { color: '#ff0000', slots: [{ color: 'reddish' }] };
    expect(normaliseColors(schema, value)).toBe(value);
  });
});

import { describe, expect, it } from '@jest/globals';
import { readsName, renameInTemplate, renameNames } from './rename-names.js';

const field = ([name, ...rest]: readonly string[]) => (name === 'speed' && rest.length === 0 ? 'rate' : undefined);

describe('renaming a name in an expression', () => {
  it.each([
    ['speed > 3 && has(speed)', 'rate > 3 && has(rate)'],
    ['other.speed == "speed" || speedy', 'other.speed == "speed" || speedy'],
    ['tags.exists(speed, speed == "a") && speed > 0', 'tags.exists(speed, speed == "a") && rate > 0'],
    ['speed.amount >  1', 'rate.amount >  1'],
    ['tags.exists(speed, speed.amount == field("speed").amount)', 'tags.exists(speed, speed.amount == rate.amount)'],
    ['field( "speed" ) == 2', 'rate == 2'],
  ])('%s becomes %s', (expression, renamed) => {
    expect(renameNames(expression, field)).toBe(renamed);
  });

  it('renames members by their path', () => {
    const member = (path: readonly string[]) => (path.join('.') === 'record.fields.speed' ? 'rate' : undefined);

    expect(renameNames('record.fields.speed + event.payload.speed', member)).toBe(
      'record.fields.rate + event.payload.speed',
    );
  });

  it('writes a word of the language as the name of a field or a key', () => {
    const reserved = (path: readonly string[]) =>
      ['speed', 'record.speed', 'record.fields.speed'].includes(path.join('.')) ? 'for' : undefined;
    expect(renameNames('speed > 1 && record.speed == record["fields"] [ "speed" ]', reserved)).toBe(
      'field("for") > 1 && record["for"] == record["fields"] ["for"]',
    );
    const back = (path: readonly string[]) => (path.at(-1) === 'for' ? 'speed' : undefined);
    expect(renameNames('field("for").id == record.for + record["for"]', back)).toBe(
      'speed.id == record.speed + record["speed"]',
    );
  });

  it('renames in the expressions of a template alone', () => {
    const template = { text: 'speed: ${speed} and $${speed}', list: ['${speed + 1}', 3] };

    expect(renameInTemplate(template, field)).toEqual({
      text: 'speed: ${rate} and $${speed}',
      list: ['${rate + 1}', 3],
    });
  });

  it('leaves what does not parse as it is, and renames the rest of a template', () => {
    expect(renameNames('speed >', field)).toBe('speed >');
    expect(readsName('speed >', ([name]) => name === 'speed')).toBe(false);
    expect(renameInTemplate(['${speed >}', '${speed}'], field)).toEqual(['${speed >}', '${rate}']);
  });

  it('finds names that are read', () => {
    expect(readsName('speed > 3', ([name]) => name === 'speed')).toBe(true);
    expect(readsName('size("speed") > 3', ([name]) => name === 'speed')).toBe(false);
  });
});

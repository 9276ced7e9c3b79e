import { expect, it } from '@jest/globals';
import type { CubitRecord } from '@cubit/web-client';
import { isPictureOf, pictureFields, picturePath } from './picture-path.js';

const recordOf = (fields: object) => ({ id: 'r1', kind: 'spaces:location', fields }) as unknown as CubitRecord;
const location = { module: 'spaces', ui: { picture: '/floorplans/{plan}.svg?highlight={id}' } };

it('has the values of the record, encoded', () => {
  expect(picturePath(location, recordOf({ plan: 'a/b&c' }))).toBe(
    '/modules/spaces/floorplans/a%2Fb%26c.svg?highlight=r1',
  );
  const expanded = { kind: 'spaces:plan', id: 'p1', title: 'Ground floor' };
  expect(picturePath(location, recordOf({ plan: expanded }))).toBe('/modules/spaces/floorplans/p1.svg?highlight=r1');
});

it('is undefined without a value that it names, and without a hint', () => {
  expect(picturePath(location, recordOf({}))).toBeUndefined();
  expect(picturePath({ module: 'spaces', ui: {} }, recordOf({ plan: 'p1' }))).toBeUndefined();
});

it('names the fields that it reads', () => {
  expect(pictureFields({ ui: location.ui })).toEqual(['plan', 'id']);
  expect(pictureFields({ ui: {} })).toEqual([]);
});

it('is of the record itself where its path has the id', () => {
  expect(isPictureOf(location)).toBe(false);
  expect(isPictureOf({ ui: { picture: '/floorplans/{id}.svg' } })).toBe(true);
  expect(isPictureOf({ ui: {} })).toBe(false);
});

import { expect, it } from '@jest/globals';
import { faultPlace } from './fault-place.js';

it('names what contains a fault, as far as it has names', () => {
  const document = { rooms: [{ name: 'Hall', containers: [{ name: 'Rack A', w_mm: -1 }, { w_mm: 3 }] }] };
  expect(faultPlace(document, '/rooms/0/containers/0/w_mm')).toBe('Hall, Rack A');
  expect(faultPlace(document, '/rooms/0/containers/1/name')).toBe('Hall');
  expect(faultPlace(document, '/format')).toBe('Document');
});

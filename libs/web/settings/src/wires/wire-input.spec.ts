import { describe, expect, it } from '@jest/globals';
import { inputFault, readInput } from './wire-input.js';

describe('the typed input of a wire', () => {
  it('is an object in JSON, or empty', () => {
    expect(readInput('{"qty": 2}')).toEqual({ input: { qty: 2 } });
    expect(readInput(' \n')).toEqual({ input: {} });
  });

  it.each(['{', '{qty: 2}', "{'qty': 2}"])('is refused if it is no JSON: %s', (text) => {
    expect(readInput(text)).toEqual({ fault: 'Is not valid JSON.' });
  });

  it.each(['[]', 'null', '2', '"qty"'])('is refused if it is no object: %s', (text) => {
    expect(readInput(text)).toEqual({ fault: 'Must be an object: {"qty": 2}.' });
  });
});

describe('the fault of the input', () => {
  it('is its own, or those of its members by name', () => {
    expect(inputFault({ '/input': 'Is required.', '/input/qty': 'Must be a number.' })).toBe('Is required.');
    expect(inputFault({ '/input/qty': 'Must be a number.', '/input/to/id': 'Is required.' })).toBe(
      'qty: Must be a number. to/id: Is required.',
    );
    expect(inputFault({ '/name': 'Is required.' })).toBeUndefined();
  });
});

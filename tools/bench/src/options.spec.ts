import { describe, expect, it } from '@jest/globals';
import { readOptions } from './options.js';

describe('the options of the benchmark', () => {
  it('measure everything with 100,000 parts by default', () => {
    expect(readOptions([])).toEqual({
      parts: 100_000,
      stockItems: 25_000,
      seconds: 2,
      rounds: 5,
      connections: 50,
      only: [],
      json: null,
      cpuProfile: null,
      help: false,
    });
  });

  it('load 250,000 stock items with --full', () => {
    expect(readOptions(['--full']).stockItems).toBe(250_000);
  });

  it('select figures with --only', () => {
    expect(readOptions(['--only', 'read,list']).only).toEqual(['read', 'list']);
    expect(() => readOptions(['--only', 'read,lists'])).toThrow("There is no figure 'lists'");
  });

  it.each([
    [['--parts', '1.5'], '--parts must be a whole number'],
    [['--parts', '0'], '--parts must be more than 0'],
    [['--seconds', 'soon'], '--seconds must be more than 0'],
    [['--speed', '9'], 'Unknown option'],
  ])('refuse %p', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});

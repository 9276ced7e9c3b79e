import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SEED } from '@cubit/testing';
import { Utf8Census } from './utf8-census.js';

function censusOf(...chunks: readonly Uint8Array[]) {
  const census = new Utf8Census();
  for (const chunk of chunks) census.see(chunk);
  return census.end();
}

it('agrees with the decoder about what is UTF-8, wherever chunks end', () => {
  const isUtf8 = (bytes: Uint8Array) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const text = fc.string({ unit: 'binary' }).map((value) => new TextEncoder().encode(value));
  const bytes = fc.oneof(
    text,
    fc.uint8Array({ maxLength: 12 }),
    fc.array(text).map((parts) => Buffer.concat(parts)),
  );
  fc.assert(
    fc.property(bytes, fc.nat(20), (all, at) => {
      const { faults } = censusOf(all.subarray(0, at), all.subarray(at));
      expect(faults === 0).toBe(isUtf8(all));
    }),
    { numRuns: 2_000, seed: SEED },
  );
});

it('counts characters of several bytes, and places the first fault', () => {
  expect(censusOf(Buffer.from('aé€😀\n'))).toEqual({ characters: 3, faults: 0, first: null });
  const faulty = [Buffer.from('one\ntwo\né'), Uint8Array.of(0xfc), Buffer.from('x\n'), Uint8Array.of(0xe2, 0x82)];
  expect(censusOf(...faulty)).toEqual({ characters: 1, faults: 2, first: { line: 3, column: 2 } });
});

import { describe, expect, it } from '@jest/globals';
import { describeWorkshop } from '../../fixtures/workshop.js';
import { DocumentCache } from './document-cache.js';

describe('cached documents', () => {
  it('are generated once until something changes', () => {
    const documents = new DocumentCache();

    expect(documents.get(describeWorkshop())).toBe(documents.get(describeWorkshop()));
  });

  it.each([
    ['the schema', { version: 2, enabled: ['core-openapi'] }],
    ['the name of the workspace', { name: 'Other' }],
    ['the address of the instance', { publicUrl: 'https://moved.acme.test' }],
  ])('are generated again when %s changes', (_, change) => {
    const documents = new DocumentCache();

    const before = documents.get(describeWorkshop());
    const after = documents.get(describeWorkshop(change));

    expect(after.bytes).not.toEqual(before.bytes);
    expect(after.etag).not.toBe(before.etag);
  });

  it('have the same tag in every process', () => {
    expect(new DocumentCache().get(describeWorkshop()).etag).toBe(new DocumentCache().get(describeWorkshop()).etag);
  });

  it('are evicted when the cache is full, the least recently used first', () => {
    const { bytes } = new DocumentCache().get(describeWorkshop({ version: 1 }));
    const documents = new DocumentCache(bytes.length * 3.5);
    const kept = (version: number) => documents.get(describeWorkshop({ version }));
    const [first, second] = [kept(1), kept(2)];
    kept(3);
    expect(kept(1)).toBe(first);
    kept(4);

    expect(kept(1)).toBe(first);
    expect(kept(2)).not.toBe(second);
  });

  it('are kept even if a single one exceeds the size', () => {
    const documents = new DocumentCache(1);

    expect(documents.get(describeWorkshop())).toBe(documents.get(describeWorkshop()));
  });
});

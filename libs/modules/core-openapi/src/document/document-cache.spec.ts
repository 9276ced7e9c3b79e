import { describe, expect, it } from '@jest/globals';
import { describeWorkshop } from '../../fixtures/workshop.js';
import { DocumentCache } from './document-cache.js';

describe('kept documents', () => {
  it('are written once for as long as nothing changes', () => {
    const documents = new DocumentCache();

    expect(documents.get(describeWorkshop())).toBe(documents.get(describeWorkshop()));
  });

  it.each([
    ['the schema', { version: 2, enabled: ['core-openapi'] }],
    ['the name of the workspace', { name: 'Other' }],
    ['the address of the instance', { publicUrl: 'https://moved.acme.test' }],
  ])('are written anew when %s changes', (_, change) => {
    const documents = new DocumentCache();

    const before = documents.get(describeWorkshop());
    const after = documents.get(describeWorkshop(change));

    expect(after.text).not.toBe(before.text);
    expect(after.etag).not.toBe(before.etag);
  });

  it('bear the same tag in every process', () => {
    expect(new DocumentCache().get(describeWorkshop()).etag).toBe(new DocumentCache().get(describeWorkshop()).etag);
  });

  it('give way to newer ones, the least recently used first', () => {
    const documents = new DocumentCache();
    const first = documents.get(describeWorkshop({ version: 1 }));
    for (let version = 2; version <= 40; version += 1) documents.get(describeWorkshop({ version }));
    const used = documents.get(describeWorkshop({ version: 1 }));
    for (let version = 41; version <= 80; version += 1) documents.get(describeWorkshop({ version }));

    expect(used).toBe(first);
    expect(documents.get(describeWorkshop({ version: 1 }))).toBe(first);
    for (let version = 81; version <= 180; version += 1) documents.get(describeWorkshop({ version }));
    expect(documents.get(describeWorkshop({ version: 1 }))).not.toBe(first);
  });
});

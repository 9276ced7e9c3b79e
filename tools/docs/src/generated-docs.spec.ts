import { describe, expect, it } from '@jest/globals';
import { GENERATED_DOCS, readDoc } from './generated-docs.js';

describe('what the docs say of the code', () => {
  it.each(GENERATED_DOCS.map((doc) => [doc.file, doc] as const))(
    'docs/%s is as the code makes it; `npm run docs` writes it anew',
    (_, doc) => {
      const present = readDoc(doc.file);
      expect(present).toBe(doc.make(present));
    },
  );
});

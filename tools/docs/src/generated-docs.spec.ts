import { describe, expect, it } from '@jest/globals';
import { GENERATED_DOCS, readDoc } from './generated-docs.js';

describe('generated documentation', () => {
  it.each(GENERATED_DOCS.map((doc) => [doc.file, doc] as const))(
    'docs/%s is up to date; `npm run docs` regenerates it',
    (_, doc) => {
      const present = readDoc(doc.file);
      expect(present).toBe(doc.make(present));
    },
  );
});

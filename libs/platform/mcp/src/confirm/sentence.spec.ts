import { describe, expect, it } from '@jest/globals';
import { oneLine, sentenceOf } from './sentence.js';

describe('the sentence that a person confirms', () => {
  it('names agent, action, record and input on one line', () => {
    const run = { client: 'robot', title: 'Use up', action: 'inventory:use_up', input: { reason: 'Empty' } };
    expect(sentenceOf({ ...run, record: { title: 'M3x10\n\nIgnore the rest\u202e' } })).toBe(
      'robot asks to run “Use up” (inventory:use_up) on “M3x10 Ignore the rest” with {"reason":"Empty"}.',
    );
  });

  it('is cut by code points, so that no character is broken', () => {
    expect(oneLine('😀'.repeat(10), 4)).toBe('😀😀😀…');
  });
});

import { describe, expect, it } from '@jest/globals';
import { excerptOf, mentionsIn } from './mentions.js';

const ADA = '0192f0c1-2d3e-7000-8000-000000000001';
const BOB = '0192f0c1-2d3e-7000-8000-000000000002';

describe('mentions', () => {
  it('are found by their ids, each once, with or without a name', () => {
    expect(mentionsIn(`@[Ada](${ADA}) and @${BOB.toUpperCase()}, once more @[Ada L.](${ADA})`)).toEqual([ADA, BOB]);
  });

  it('are not found in text that only looks similar', () => {
    expect(mentionsIn(`mail me@example.org, [Ada](${ADA}), @[Ada](nobody), ${ADA}`)).toEqual([]);
  });
});

describe('an excerpt', () => {
  it('is one line with names instead of ids', () => {
    expect(excerptOf(`Ask\n\n@[Ada](${ADA})  or @${BOB}`)).toBe('Ask @Ada or @…');
  });

  it('is cut between characters', () => {
    expect([...excerptOf('🪚'.repeat(500))]).toEqual([...Array.from({ length: 199 }, () => '🪚'), '…']);
  });
});

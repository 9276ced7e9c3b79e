import { describe, expect, it } from '@jest/globals';
import { measureSizes } from '@cubit/web-testing';

describe('the built web app', () => {
  it.each(measureSizes())('has at most $limit KiB for: $title', ({ size, limit }) => {
    expect(size).toBeLessThanOrEqual(limit);
  });
});

import { describe, expect, it } from '@jest/globals';
import { measureSizes, scriptsOfPage } from '@cubit/web-testing';

describe('the built web app', () => {
  it.each(measureSizes())('has at most $limit KiB for: $title', ({ size, limit }) => {
    expect(size).toBeLessThanOrEqual(limit);
  });

  // A file for each set of pages that share it would be sixty.
  it.each(['KindListPage', 'HomePage', 'SettingsPage'])('loads ten scripts at most for the first page: %s', (name) => {
    expect(scriptsOfPage(name)).toBeLessThanOrEqual(10);
  });
});

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const { specsThatReachOut } = (await import(new URL('../../test-runner/bare-run.mjs', import.meta.url).href)) as {
  readonly specsThatReachOut: (folder: string) => readonly string[];
};
const specsOf = (folder: string) => specsThatReachOut(fileURLToPath(new URL(`../../../${folder}`, import.meta.url)));

describe('the run without external services and data', () => {
  it('includes the specs that use data beside the checkout, and those that use Redis', () => {
    expect(specsOf('apps/api')).toContain('src/black-box/naughty-input.spec.ts');
    expect(specsOf('libs/platform/http')).toContain('src/sockets.spec.ts');
    expect(specsOf('libs/platform/jobs')).toContain('src/job/redis-away.spec.ts');
  });

  it('includes no others', () => {
    expect(specsOf('apps/api')).not.toContain('src/pages.spec.ts');
  });
});

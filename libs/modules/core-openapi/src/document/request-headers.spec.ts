import { describe, expect, it } from '@jest/globals';
import type { RouteDefinition } from '@cubit/core/host';
import { requestHeadersOf } from './request-headers.js';

describe('the header fields of a request', () => {
  it('include Range if the answer can be partial', () => {
    const whole = { description: 'The bytes.', mediaType: '*/*' };
    const route = (responses: RouteDefinition['responses']): RouteDefinition => ({
      operationId: 'readBytes',
      method: 'GET',
      path: '/api/v1/orgs/{workspace}/bytes',
      summary: 'Read bytes',
      tag: 'Bytes',
      access: 'viewer',
      responses,
      handler: () => Promise.resolve({ status: 200 }),
    });
    expect(requestHeadersOf(route({ 200: whole, 206: whole }))).toEqual(['Range', 'IfRange']);
    expect(requestHeadersOf(route({ 200: whole }))).toEqual([]);
  });
});

import { Type } from 'typebox';
import type { Method, RouteDefinition } from '@cubit/core/host';
import { notFound } from '@cubit/core';
import { defineRoute } from '@cubit/database';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The receiver of webhooks for the whole installation. It has no handlers, so every id and method gives `404`. */
export function instanceHookRoutes(): readonly RouteDefinition[] {
  return METHODS.map((method) =>
    defineRoute({
      operationId: `${method.toLowerCase()}InstanceHook`,
      method,
      path: '/api/v1/hooks/{id}',
      summary: 'Receive a provider’s webhook for the whole installation',
      description: 'No handler is registered, so every id answers `404 not_found`.',
      tag: 'Hooks',
      access: 'anonymous',
      rateClass: 'inbound',
      anyMethod: true,
      params: Type.Object({ id: Type.String({ description: 'Id of the handler.' }) }),
      responses: { 202: { description: 'Taken by the handler. There is none as yet, so no request is answered so.' } },
      errors: ['not_found'],
      handler: () => Promise.reject(notFound('Hook')),
    }),
  );
}

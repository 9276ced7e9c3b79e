import { Type } from 'typebox';
import { listSchema, pageQuery } from '@cubit/core';
import { type Database, defineRoute } from '@cubit/database';
import { actorSchema, type PageQuery, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { listPage } from '../list/list-page.js';
import { type AuditFilter, type AuditRow, countAudit, readAudit } from './read-audit.js';

export const auditFilterQuery = {
  action: Type.Optional(
    Type.String({
      pattern: '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*(\\.\\*)?$',
      maxLength: 200,
      description: 'An action, or a pattern.',
      examples: ['token.*'],
    }),
  ),
  user_id: Type.Optional(Type.String({ format: 'uuid', description: 'The user who did it, or who is affected.' })),
  after: Type.Optional(Type.String({ format: 'date-time', description: 'Only entries after this time.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Only entries before this time.' })),
};

const entrySchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    at: Type.String({ format: 'date-time' }),
    action: Type.String({ examples: ['member.role_changed'] }),
    actor: actorSchema,
    user: Type.Union(
      [
        Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.Union([Type.String(), Type.Null()]) }),
        Type.Null(),
      ],
      {
        description: 'The user who did it, or who is affected (the account of a refused sign-in); null: unknown.',
      },
    ),
    target: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'The object of the action.' }),
    address: Type.Union([Type.String(), Type.Null()], { description: 'IP address; null for background work.' }),
  },
  { title: 'AuditEntry' },
);

export function auditRoute({ database }: { readonly database: Database }): RouteDefinition {
  return defineRoute({
    operationId: 'listAuditEntries',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/audit-log',
    summary: 'List the audit log, newest first',
    description:
      'Changes of members, tokens, modules, wires and settings, and sign-ins of members, within the retention time. Changes of records are in their history.',
    tag: 'Audit log',
    access: 'admin',
    params: workspaceParams,
    query: Type.Object({ ...pageQuery, ...auditFilterQuery }),
    responses: { 200: { description: 'A page of entries.', schema: listSchema(entrySchema) } },
    errors: ['invalid_query', 'invalid_cursor'],
    async handler(request) {
      const { id: workspaceId } = workspaceOf(request);
      const filter = request.query as PageQuery & AuditFilter;
      const page = await listPage(filter, {
        list: 'audit',
        rows: (beforeId, limit) => readAudit(database.db, { workspaceId, filter, beforeId, limit }),
        total: () => countAudit(database.db, { workspaceId, filter }),
        idOf: ({ id }) => id,
      });
      return { status: 200, body: { ...page, data: page.data.map(auditBody) } };
    },
  });
}

/** An entry in responses. */
export function auditBody({ id, at, action, actor, user_id, user_name, target, address }: AuditRow) {
  const user = user_id === null ? null : { id: user_id, name: user_name };
  return { id, at: at.toISOString(), action, actor, user, target, address };
}

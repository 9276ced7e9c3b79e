import { isCubitError, notFound } from '@cubit/core';
import { pascalCase } from '@cubit/core/host';
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import type { AgentCall } from '../call/agent-call.js';
import { describeKind } from '../tools/describe-kind.js';
import type { ToolContext } from '../tools/tool-context.js';
import { documentedModules, moduleDocument } from './documents.js';

const JSON_TYPE = 'application/json';
const MARKDOWN_TYPE = 'text/markdown';
const OPENAPI = 'cubit:///openapi';
const OPENAPI_OPERATION = 'getOpenApiDocument';

export const RECORD_TEMPLATE = {
  uriTemplate: 'cubit:///records/{module}/{kind}/{id}',
  name: 'record',
  title: 'A record',
  mimeType: JSON_TYPE,
};

/** Documents of the workspace: what list_records and describe_kind answer, for programs that read resources. */
export function resourcesOf({ host }: ToolContext, call: AgentCall): readonly Resource[] {
  if (!call.grant.reads) return [];
  const { kinds } = call.workspace.schema;
  return [
    ...documentedModules(call).map(({ name, definition }) => ({
      uri: `cubit:///docs/${name}`,
      name: `docs-${name}`,
      title: definition.title,
      mimeType: MARKDOWN_TYPE,
    })),
    ...[...kinds.keys()].flatMap((id) => {
      const kind = host.services.registry.kinds.get(id);
      const resource = { uri: `cubit:///kinds/${id}`, name: `kind-${id}`, mimeType: JSON_TYPE };
      return kind ? [{ ...resource, title: kind.definition.title[0] }] : [];
    }),
    { uri: OPENAPI, name: 'openapi', title: 'The REST API of the workspace', mimeType: JSON_TYPE },
  ];
}

/** Throws `404 not_found` for what the call may not read, whether it exists or not. */
export async function readResource(context: ToolContext, call: AgentCall, uri: string): Promise<ReadResourceResult> {
  const [area = '', ...path] = uri.startsWith('cubit:///') ? uri.slice('cubit:///'.length).split('/') : [];
  const text = call.grant.reads ? await textOf(context, call, { area, path: path.map(decoded) }) : null;
  if (text === null) throw notFound('Resource');
  return { contents: [{ uri, mimeType: area === 'docs' ? MARKDOWN_TYPE : JSON_TYPE, text }] };
}

interface Place {
  readonly area: string;
  readonly path: readonly string[];
}

async function textOf(context: ToolContext, call: AgentCall, { area, path }: Place): Promise<string | null> {
  const [first = '', second = '', third = ''] = path;
  if (area === 'docs' && path.length === 1) {
    const module = documentedModules(call).find(({ name }) => name === first);
    return module ? moduleDocument(module) : null;
  }
  if (area === 'kinds' && path.length === 1) {
    const kind = kindOf(context, call, first);
    return kind ? JSON.stringify(describeKind(call, kind)) : null;
  }
  if (area === 'records' && path.length === 3) {
    const kind = kindOf(context, call, `${first}:${second}`);
    return kind ? record(context, call, { kind: kind.id, id: third }) : null;
  }
  if (area !== 'openapi' || path.length > 0) return null;
  return JSON.stringify((await context.routes.call(call, { operationId: OPENAPI_OPERATION })).body);
}

function kindOf({ host }: ToolContext, { workspace }: AgentCall, id: string) {
  return workspace.schema.kinds.has(id) ? host.services.registry.kinds.get(id) : undefined;
}

async function record(
  { routes }: ToolContext,
  call: AgentCall,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<string | null> {
  try {
    return JSON.stringify((await routes.call(call, { operationId: `get${pascalCase(kind)}`, params: { id } })).body);
  } catch (error) {
    if (isCubitError(error) && error.code === 'not_found') return null;
    throw error;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A malformed escape is part of no address of a resource.
    return '';
  }
}

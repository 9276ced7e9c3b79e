import type { WorkspaceDescription } from '@cubit/core/host';
import type { JsonObject } from './json.js';
import { safeMarkdown } from './safe-markdown.js';

export function infoOf({ publicUrl, version, workspace }: WorkspaceDescription): JsonObject {
  return {
    title: `Cubit API: ${safeMarkdown(workspace.name)}`,
    version,
    summary: 'The interface of one workspace, generated from its enabled modules and its custom fields.',
    description: INTRODUCTION,
    contact: { name: 'This instance', url: publicUrl },
    license: { name: 'All rights reserved', identifier: 'LicenseRef-Cubit' },
  };
}

const INTRODUCTION = `Resources are JSON with \`snake_case\` names, event payloads have \`camelCase\` ones. Ids are UUIDv7, times ISO 8601 in UTC with milliseconds.

**Lists** answer \`{data, next_cursor}\`; send \`next_cursor\` as \`cursor\` to get the next page. Rows written in the meantime are neither repeated nor lost.

**Records** have a \`version\`, sent as \`ETag\`. \`If-Match\` protects against concurrent changes; \`If-None-Match\` avoids reading an unchanged record again.

**Repeating** a \`POST\` is safe with an \`Idempotency-Key\`.

**Errors** are \`{error: {code, message, details?}}\`. Branch on \`code\`; every operation lists its own, \`x-errors\` all of them. An unknown path gives \`404 not_found\`, an unsupported method \`405 method_not_allowed\` with \`Allow\`.`;

import type { Logger } from '@cubit/core/host';
import type { RunningProgram } from './start.js';

const REFERENCE = '/api/v1/orgs/<workspace>/modules/core-openapi/docs';

/** Prints the address and the first steps: as text on a terminal, as log entries otherwise. */
export function greet(
  { address, dataLocation, withoutUsers, setupToken, mailFolder }: RunningProgram,
  {
    output,
    log,
  }: { readonly output: { readonly isTTY?: boolean; write(text: string): unknown }; readonly log: Logger },
): void {
  const lines = [
    `Cubit is listening on ${address}`,
    `Data: ${dataLocation}`,
    ...(mailFolder === null ? [] : [`SMTP_URL is not set, so emails are not sent but written to ${mailFolder}`]),
    ...(withoutUsers ? firstSteps(address, setupToken) : []),
    `API reference of a workspace: ${address}${REFERENCE}`,
  ];
  if (output.isTTY) output.write(`\n${lines.join('\n')}\n\n`);
  else for (const line of lines) log.info({}, line);
}

function firstSteps(address: string, setupToken: string | null): string[] {
  const token = setupToken === null ? '' : `, "setup_token": "${setupToken}"`;
  const post = `curl -X POST ${address}/api/v1/me`;
  return [
    'Nobody has registered yet. The first user becomes the administrator:',
    ...(setupToken === null ? [] : [`The registration needs this setup token: ${setupToken}`]),
    `  ${post}/registration -H 'content-type: application/json' -d '{"email": "you@example.org", "name": "You", "password": "10 characters or more"${token}}'`,
    'Then create a workspace with the token of the answer:',
    `  ${post}/orgs -H 'authorization: Bearer <token>' -H 'content-type: application/json' -d '{"slug": "workshop", "name": "Workshop", "modules": ["inventory"]}'`,
  ];
}

import { acceptedContent, CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import type { Asked } from '../confirm/asked.js';

/** Name of the one question. */
export const CONFIRM = 'confirm';

/** What a call says of its person. All of it comes from the client, so a state is sealed. */
export function askedOf({ envelope, inputResponses, requestState }: ServerContext['mcpReq']): Asked {
  const capabilities = (envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] as
    | { readonly elicitation?: object }
    | undefined;
  const state = requestState();
  const accepted = acceptedContent<{ confirm?: unknown }>(inputResponses, CONFIRM)?.confirm === true;
  return {
    canAsk: canShowForms(capabilities?.elicitation),
    state: typeof state === 'string' ? state : null,
    answer: inputResponses?.[CONFIRM] === undefined ? null : accepted ? 'accepted' : 'declined',
  };
}

/** An empty capability means forms. */
function canShowForms(elicitation: object | undefined): boolean {
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation));
}

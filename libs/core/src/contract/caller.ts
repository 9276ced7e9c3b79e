import type { Actor } from './actor.js';

/** The authenticated caller of a request. */
export interface Caller {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly instanceAdmin: boolean;
  };
  readonly credential:
    | {
        readonly type: 'session';
        readonly id: string;
        /** The credential was sent as a cookie, so the request must prove its origin. */
        readonly cookie: boolean;
      }
    | {
        readonly type: 'api_token';
        readonly id: string;
        /** The first characters of the token, stored to identify it. */
        readonly prefix: string;
      }
    | {
        /** A screen on a wall. It is no member: `user` is the display itself. It only reads, and only by routes that declare `display`. */
        readonly type: 'display';
        readonly id: string;
        /** Kinds whose records it shows. */
        readonly kinds: readonly string[];
      };
  /** Empty: unscoped. */
  readonly scopes: readonly string[];
  /** Id of the workspace that a token is bound to; null: every workspace of its owner. */
  readonly boundWorkspaceId: string | null;
  /** When the credential expires; null: never. */
  readonly expiresAt: Date | null;
  /** The caller is an agent that uses the token of its owner. */
  readonly agent?: {
    /** Name of its program, as it states it. */
    readonly client: string;
  };
}

export function actorOf(caller: Caller): Actor {
  const { type, id } = caller.credential;
  if (type === 'display') throw new Error('A display changes nothing.');
  const via = caller.agent ? ({ type: 'agent', id, client: caller.agent.client } as const) : { type, id };
  return { type: 'user', id: caller.user.id, via };
}

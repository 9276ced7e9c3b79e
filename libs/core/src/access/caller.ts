import type { Actor } from '../events/actor.js';

/** Who makes a request, as the authenticating query found it. */
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
        /** It came in the cookie, so the request must prove its origin. */
        readonly cookie: boolean;
      }
    | {
        readonly type: 'api_token';
        readonly id: string;
        /** How the token begins: what is kept of it to tell it from others. */
        readonly prefix: string;
      };
  /** Empty: unscoped. */
  readonly scopes: readonly string[];
  /** The workspace that a token is bound to, by id; null: any of its owner's. */
  readonly boundWorkspaceId: string | null;
  /** When the credential stops being good; null: never. */
  readonly expiresAt: Date | null;
}

export function actorOf(caller: Caller): Actor {
  const { type, id } = caller.credential;
  return { type: 'user', id: caller.user.id, via: { type, id } };
}

import type { Static, TObject } from 'typebox';
import type { Priority } from './notice.js';

/** A notification as it leaves the instance. */
export interface OutboundNotification {
  /** The same for every channel that carries it. */
  readonly id: string;
  /** Name of the declared event that it tells of. */
  readonly eventType: string;
  readonly message: string;
  /** Leads into the instance; null where there is nothing to point to. */
  readonly linkUrl: string | null;
  readonly priority: Priority;
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  /** Whom it is for. */
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string;
}

/** What became of it, as the list of deliveries shows it. */
export interface DeliveryOutcome {
  readonly delivered: boolean;
  /** HTTP status of the answer; null where none came, or there is none. */
  readonly status: number | null;
  /** For people: why it was not delivered; null where it was. Never a secret. */
  readonly error: string | null;
}

export interface ChannelRequest {
  /** http or https, on any port. User name and password in it are sent as basic authentication. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: unknown;
}

export interface ChannelAnswer {
  readonly status: number;
  /** The first KiB. */
  readonly body: string;
}

/** The ways out of the instance. What they throw is what became of the delivery: a channel need not catch it. */
export interface ChannelContext {
  /**
   * One POST, never repeated. Only to public addresses: all that the name resolves to are checked, and a checked one is dialled. Redirects
   * are not followed. In all 5 s to the last byte of the answer's head.
   */
  post(request: ChannelRequest): Promise<ChannelAnswer>;
  mail(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>;
  /** Address of the instance, without a slash at its end. */
  readonly publicUrl: string;
}

/** A fault of a configuration: a JSON Pointer into it, and a sentence. */
export interface ConfigFault {
  readonly path: string;
  readonly message: string;
}

/**
 * A way by which notifications reach people beside the bell: a workspace makes channels of it, each with a configuration of its own. Texts
 * of the configuration are sealed at rest, and shown only as `show` leaves them.
 */
export interface ChannelDefinition<Type extends string = string, Config extends TObject = TObject> {
  /** `slack`. Unique among all modules: lower case, digits, dashes. */
  readonly type: Type;
  readonly title: string;
  /** What to enter, in Markdown. */
  readonly description: string;
  readonly config: Config;
  /** Faults that the schema cannot express. `urlFault` says why a URL can be no target, as far as that is plain without a look-up. */
  check?(config: Static<Config>, tools: { readonly urlFault: (url: string) => string | null }): readonly ConfigFault[];
  /** The configuration as it may be read, secrets masked. A client that sends a masked value back leaves it as it is. */
  show(config: Static<Config>): Static<Config>;
  /** Sends one notification. Called once for each, also across a crash: what fails is not tried again. */
  send(context: ChannelContext, config: Static<Config>, notification: OutboundNotification): Promise<DeliveryOutcome>;
  /** Several at once, for people who want them collected; absent: this channel knows no digest. */
  readonly digest?: {
    /** Whether what this channel carries goes to the person that it is for, who may then ask for digests. */
    isPersonal(config: Static<Config>): boolean;
    /** All are for the same person, the oldest first. */
    send(
      context: ChannelContext,
      config: Static<Config>,
      notifications: readonly OutboundNotification[],
    ): Promise<DeliveryOutcome>;
  };
}

export function defineChannel<const Type extends string, Config extends TObject>(
  definition: ChannelDefinition<Type, Config>,
): ChannelDefinition<Type, Config> {
  return definition;
}

/** A channel type of any sort, for lists. */
export type AnyChannel = ChannelDefinition<string, TObject>;

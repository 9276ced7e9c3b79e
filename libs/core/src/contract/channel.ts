import type { Static, TObject } from 'typebox';
import type { Priority } from './notification.js';

/** A notification as a channel receives it. */
export interface OutboundNotification {
  /** The same on every channel. */
  readonly id: string;
  /** Name of the event that caused the notification. */
  readonly eventType: string;
  readonly message: string;
  /** Link into the instance; null if there is no page to open. */
  readonly linkUrl: string | null;
  readonly priority: Priority;
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  /** The recipient. */
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string;
}

/** The outcome of a delivery, as the list of deliveries shows it. */
export interface DeliveryOutcome {
  readonly delivered: boolean;
  /** HTTP status of the response; null if there was no response. */
  readonly status: number | null;
  /** Why it was not delivered, for people; null if it was. Must not contain a secret. */
  readonly error: string | null;
}

export interface ChannelRequest {
  /** http or https, on any port. A user name and password in the URL are sent as basic authentication. */
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

/**
 * How a channel sends data out of the instance. An error that these methods throw becomes the outcome of the delivery; a channel
 * need not catch it.
 */
export interface ChannelContext {
  /**
   * Sends one POST request, without retries. Only public addresses are allowed: every address that the name resolves to is
   * checked, and the connection uses a checked one. Redirects are not followed. Timeout: 5 s until the response head is complete.
   */
  post(request: ChannelRequest): Promise<ChannelAnswer>;
  mail(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>;
  /** Address of the instance, without a trailing slash. */
  readonly publicUrl: string;
}

/** A fault in a configuration: a JSON Pointer into it, and a message. */
export interface ConfigFault {
  readonly path: string;
  readonly message: string;
}

/**
 * A type of channel that carries notifications out. A workspace configures channels of this type. Configured texts are encrypted
 * at rest and shown only as `show` returns them.
 */
export interface ChannelDefinition<Type extends string = string, Config extends TObject = TObject> {
  /** `slack`. Unique among all modules: lower case, digits, dashes. */
  readonly type: Type;
  readonly title: string;
  /** Instructions for the configuration, in Markdown. */
  readonly description: string;
  readonly config: Config;
  /**
   * Checks that the schema cannot express. `urlFault` returns why a URL cannot be a target, as far as that is known without a DNS
   * look-up.
   */
  check?(config: Static<Config>, tools: { readonly urlFault: (url: string) => string | null }): readonly ConfigFault[];
  /** The configuration with secrets masked. A client that sends a masked value back leaves the value unchanged. */
  show(config: Static<Config>): Static<Config>;
  /** Sends one notification. Called at most once per notification, also after a crash: failures are not retried. */
  send(context: ChannelContext, config: Static<Config>, notification: OutboundNotification): Promise<DeliveryOutcome>;
  /** Sends several notifications as one message. Absent: this channel does not support digests. */
  readonly digest?: {
    /** Whether notifications on this channel reach only their recipient. Only then can the recipient ask for digests. */
    isPersonal(config: Static<Config>): boolean;
    /** All notifications have the same recipient and are sorted oldest first. */
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

/** Any channel type, for lists. */
export type AnyChannel = ChannelDefinition<string, TObject>;

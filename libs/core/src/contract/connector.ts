import type { Static, TObject } from 'typebox';
import type { ModuleContext } from './context.js';
import type { EventDefinition, EventPayload } from './event.js';
import type { SettingsOf } from './settings.js';

/**
 * How inbound requests are authenticated. `required`: with a shared secret; one is generated if the client sends none.
 * `optional`: with a secret if one is configured. `none`: by the URL alone.
 */
export type SecretNeed = 'required' | 'optional' | 'none';

/** An integration: a connector that a workspace has configured. */
export interface HitIntegration<Config extends TObject = TObject> {
  readonly id: string;
  readonly name: string;
  readonly config: Static<Config>;
}

/** One request to the URL of an integration, unchanged. */
export interface InboundHit<Config extends TObject = TObject> {
  /** The raw body, over which signatures are computed. */
  readonly rawBody: Uint8Array;
  /**
   * The body as JSON, parsed on first access. For a form: its fields, or the JSON in its field `payload`. For any other body, the
   * access ends the request with `400 invalid_json`.
   */
  readonly payload: unknown;
  /** By lower-case name. Repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The integration that receives the request, with configuration defaults. */
  readonly integration: HitIntegration<Config>;
  /** When the request arrived. */
  readonly now: Date;
}

/** An event to emit, with a payload that matches its schema. */
export type EmittedEvent<Emits extends EventDefinition> = Emits extends EventDefinition
  ? { readonly event: Emits; readonly payload: EventPayload<Emits> }
  : never;

/** A request that has an effect: events, a signal for `receive`, or both. */
export interface InboundRequest<Emits extends EventDefinition, Signal> {
  /** The sender's id of this request, used to detect repeats; null if the sender gives none. */
  readonly deliveryId: string | null;
  /** The key that detects repeats, if `deliveryId` alone is not enough. Default: `deliveryId`. */
  readonly repeatKey?: string | null;
  /** The sender's name for the type of request, shown in `integrations.inbound.received`. Default: null. */
  readonly type?: string | null;
  /**
   * The body that `integrations.inbound.received` shows. Default: the whole body. Leave out secrets: every member can read the
   * event.
   */
  readonly body?: unknown;
  /** The response that the sender expects (`200`), in addition to `event_id`. Default: `202` with `event_id` alone. */
  readonly reply?: Readonly<Record<string, unknown>>;
  readonly events?: readonly EmittedEvent<Emits>[];
  readonly signal?: Signal;
}

/** A valid request without effect. */
export interface Ignored {
  /** The reason, for the list of hits and the sender. */
  readonly ignored: string;
}

/** The sender verifies the URL before it sends anything: the response repeats its challenge. */
export interface Handshake {
  /** The body of the response, `200`. */
  readonly reply: Readonly<Record<string, unknown>>;
}

export type Translation<Emits extends EventDefinition = EventDefinition, Signal = unknown> =
  | InboundRequest<Emits, Signal>
  | Ignored
  | Handshake;

/** An accepted request of which a part had no effect. Shown in the list of hits. */
export interface Remark {
  readonly remark: string;
}

/**
 * Turns requests of another system into events: `POST /api/v1/integrations/<id>/<token>/webhook`. A workspace configures
 * integrations of the connector, each with its own URL, configuration and secret. For each request: `verify`, then `translate`,
 * then one transaction that writes the hit, its counters, its delivery id and the events, and runs `receive`.
 */
export interface ConnectorDefinition<
  Id extends string = string,
  Config extends TObject = TObject,
  Emits extends EventDefinition = EventDefinition,
  Signal = unknown,
  Settings extends TObject = TObject,
> {
  /** `github`: used in URLs. Unique among all modules: lower case, digits, dashes. */
  readonly id: Id;
  readonly title: string;
  /** Instructions for setting up the sender, in Markdown. */
  readonly description: string;
  /** Schema of an integration's configuration. A `Field.ref` must name an existing record when the configuration is saved. */
  readonly config: Config;
  /** Default `required`. A function where it depends on the configuration. */
  readonly secret?: SecretNeed | ((config: Static<Config>) => SecretNeed);
  /** Formats 32 random bytes as a secret, for senders that need a certain form. Default: base64url. */
  makeSecret?(random: Uint8Array): string;
  /** Checks a secret that a client chose; a text is the reason why it is refused. */
  checkSecret?(secret: string): true | string;
  /**
   * Every event that a request may emit, all of the connector's own module. Each accepted request also emits
   * `integrations.inbound.received`.
   */
  readonly events: readonly Emits[];
  /** The schema of the module's settings, if `receive` reads them: gives `context.settings` its type. */
  readonly settings?: Settings;
  /**
   * Authenticates a request. A text is the reason for refusal, shown in the list of hits; the sender gets `401 invalid_signature`
   * without the reason. Pure. The secret is null if none is configured. Use `hmacSha256`, `signatureMatches`, `sameSecret` and
   * `isRecent`.
   */
  verify(hit: InboundHit<Config> & { readonly secret: string | null }): true | string;
  /**
   * Translates a verified request. Pure. `readPayload(schema, hit.payload)` refuses a payload that lacks a required member with
   * `422 validation_failed` (a retry is then not treated as a repeat), and drops optional members that do not match the schema.
   */
  translate(hit: InboundHit<Config>): Translation<Emits, Signal>;
  /**
   * Changes the module's records, in the transaction of the request, with the integration as the actor: it may read and write
   * records, invoke actions and emit the connector's events. Runs if `translate` returns a `signal`. Runs once per delivery id,
   * and never concurrently for one integration. It returns why nothing came of the request (`ignored`), or of a part of it
   * (`remark`), for the list of hits. If it throws, the request is rolled back and a retry is not treated as a repeat.
   */
  receive?(
    context: ModuleContext<Emits, SettingsOf<Settings>>,
    signal: Signal,
    integration: HitIntegration<Config>,
  ): Promise<Ignored | Remark | undefined>;
}

export function defineConnector<
  const Id extends string,
  Config extends TObject,
  const Emits extends EventDefinition = never,
  Signal = unknown,
  Settings extends TObject = TObject,
>(
  definition: ConnectorDefinition<Id, Config, Emits, Signal, Settings>,
): ConnectorDefinition<Id, Config, Emits, Signal> {
  return definition as unknown as ConnectorDefinition<Id, Config, Emits, Signal>;
}

/** Any connector, for lists. */
export type AnyConnector = ConnectorDefinition<string, TObject, EventDefinition>;

import type { Static, TObject } from 'typebox';
import type { ModuleContext } from './context.js';
import type { EventDefinition, EventPayload } from './event.js';

/**
 * How hits prove who sent them. `required`: with a secret that the sender knows too; one is made where the client brings none.
 * `optional`: with a secret where there is one. `none`: by knowing the URL, nothing else.
 */
export type SecretNeed = 'required' | 'optional' | 'none';

/** A connector as a workspace has configured it. */
export interface HitIntegration<Config extends TObject = TObject> {
  readonly id: string;
  readonly name: string;
  readonly config: Static<Config>;
}

/** One request to the URL of an integration, as it came. */
export interface InboundHit<Config extends TObject = TObject> {
  /** The body as it came: what signatures are computed over. */
  readonly rawBody: Uint8Array;
  /**
   * The body as JSON, parsed when first asked for; of a form, its fields, or the JSON in its field `payload`. Where it is none of these,
   * asking ends the hit with `400 invalid_json`.
   */
  readonly payload: unknown;
  /** By lower-case name. One that came several times is joined with `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Which integration is hit: what was configured, with its defaults. */
  readonly integration: HitIntegration<Config>;
  /** When it came. */
  readonly now: Date;
}

/** An event to be emitted; its payload fits its schema. */
export type Announcement<Emits extends EventDefinition> = Emits extends EventDefinition
  ? { readonly event: Emits; readonly payload: EventPayload<Emits> }
  : never;

/** The hit means something: events, a signal for `receive`, or both. */
export interface Delivery<Emits extends EventDefinition, Signal> {
  /** What the sender names the delivery by, so that a repeat is known as one; null where the sender names none. */
  readonly deliveryId: string | null;
  readonly events?: readonly Announcement<Emits>[];
  readonly signal?: Signal;
}

/** The hit is good and means nothing here. */
export interface Ignored {
  /** Why, for the list of hits and the sender. */
  readonly ignored: string;
}

/** The sender wants to hear something before it sends anything: a challenge repeated. */
export interface Handshake {
  /** The body of the answer, `200`. */
  readonly reply: Readonly<Record<string, unknown>>;
}

export type Translation<Emits extends EventDefinition = EventDefinition, Signal = unknown> =
  Delivery<Emits, Signal> | Ignored | Handshake;

/**
 * How another system's requests become events: `POST /api/v1/integrations/<id>/<token>/webhook`. A workspace makes integrations of it,
 * each with a URL, a configuration and a secret of its own. Per hit: `verify`, then `translate`, then, in one transaction that also
 * writes the hit, its counters and its delivery id, the events and `receive`.
 */
export interface ConnectorDefinition<
  Id extends string = string,
  Config extends TObject = TObject,
  Emits extends EventDefinition = EventDefinition,
  Signal = unknown,
> {
  /** `github`: its place in URLs. Unique among all modules: lower case, digits, dashes. */
  readonly id: Id;
  readonly title: string;
  /** What to enter at the sender, in Markdown. */
  readonly description: string;
  /** What an integration is configured with. A `Field.ref` is checked to lead to a live record when it is saved. */
  readonly config: Config;
  /** Default `required`. A function where it depends on the configuration. */
  readonly secret?: SecretNeed | ((config: Static<Config>) => SecretNeed);
  /** Makes a secret of 32 random bytes, where the sender wants a certain form. Default: base64url. */
  makeSecret?(random: Uint8Array): string;
  /** Whether a secret that a client brings can be one: a text says why not. */
  checkSecret?(secret: string): true | string;
  /** Every event that a hit may make, all of the connector's own module. */
  readonly events: readonly Emits[];
  /**
   * Whether the hit comes from whom it should: a text says why not, for the list of hits; the sender learns `401 invalid_signature` and no
   * more. Pure. The secret is null where there is none. Use `hmacSha256`, `signatureMatches`, `sameSecret` and `isRecent`.
   */
  verify(hit: InboundHit<Config> & { readonly secret: string | null }): true | string;
  /**
   * What a verified hit means. Pure. `assertValid(schema, hit.payload)` refuses a payload off its form with `422 validation_failed`, which is
   * not remembered as seen.
   */
  translate(hit: InboundHit<Config>): Translation<Emits, Signal>;
  /**
   * What a hit does to the module's records, in the transaction of the hit, as the integration: it may read and write records, invoke actions
   * and emit the connector's events. Runs where `translate` gives a `signal`; neither twice for one delivery id, nor side by side with another
   * hit of the same integration. What it throws undoes the hit, which is then not remembered as seen.
   */
  receive?(
    context: ModuleContext<Emits>,
    signal: Signal,
    integration: HitIntegration<Config>,
  ): Promise<Ignored | undefined>;
}

export function defineConnector<
  const Id extends string,
  Config extends TObject,
  const Emits extends EventDefinition = never,
  Signal = unknown,
>(definition: ConnectorDefinition<Id, Config, Emits, Signal>): ConnectorDefinition<Id, Config, Emits, Signal> {
  return definition;
}

/** A connector of any sort, for lists. */
export type AnyConnector = ConnectorDefinition<string, TObject, EventDefinition>;

/** A message that a stream sends to its user only. */
export interface PersonalMessage {
  /** Position of the event that it belongs to. */
  readonly position: number;
  /** As JSON. */
  readonly data: unknown;
}

/**
 * Messages that the streams of users send in addition to events. They have no id: each is sent just before the
 * event that it belongs to, so that a client which resumes after an event has received its messages.
 */
export interface StreamCompanion {
  /** The `event` of the messages: a word without a dot, unlike event names. */
  readonly name: string;
  /** Messages that belong to the events, in order. */
  messages(
    to: { readonly workspaceId: string; readonly userId: string },
    events: readonly { readonly name: string; readonly position: number }[],
  ): Promise<readonly PersonalMessage[]>;
}

/** What a stream carries for its user alone. */
export interface PersonalMessage {
  /** Place of the event that it belongs to. */
  readonly position: number;
  /** As JSON. */
  readonly data: unknown;
}

/**
 * Messages that the streams of users carry beside the events. They have no id of their own: each is sent just before the event that it
 * belongs to, so that a client which resumes after an event has what came with it.
 */
export interface StreamCompanion {
  /** The `event` of the messages. A word without a dot, which no event's name is. */
  readonly name: string;
  /** Those that belong to the events, in their order. */
  messages(
    to: { readonly workspaceId: string; readonly userId: string },
    events: readonly { readonly name: string; readonly position: number }[],
  ): Promise<readonly PersonalMessage[]>;
}

/** What the protocol says of the person behind a call. */
export interface Asked {
  /** The client can ask its person a question. */
  readonly canAsk: boolean;
  /** The sealed state that the client repeats with the answer of its person. */
  readonly state: string | null;
  /** The answer: null if the client has none. */
  readonly answer: 'accepted' | 'declined' | null;
}

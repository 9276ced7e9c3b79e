/** What an agent may ask of a tab. */
export type TabCommand =
  | { readonly type: 'open'; readonly path: string }
  | { readonly type: 'point' | 'open_form' | 'scroll'; readonly target: string }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'clear' };

export interface ReceivedCommand {
  readonly id: string;
  /** Name of the agent's token. */
  readonly agent: string;
  readonly command: TabCommand;
}

/** The tab's answer; a reason says why it refused. */
export interface TabAnswer {
  readonly state: 'done' | 'refused';
  readonly reason?: string;
}

export const DONE: TabAnswer = { state: 'done' };

export function refused(reason: string): TabAnswer {
  return { state: 'refused', reason };
}

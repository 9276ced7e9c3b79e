/** Processes that serve one instance, and how to do them harm. */
export interface Arena {
  readonly title: string;
  /** Where clients reach it. */
  readonly origins: readonly string[];
  /** Kills one of its processes (`SIGKILL`) and brings it back; answers what it was. */
  strike(): Promise<string>;
  /** What else happens once, in the middle of the run: each answers what it was. */
  readonly disasters: readonly (() => Promise<string>)[];
  stop(): Promise<void>;
}

export interface ArenaOptions {
  /** Empty; everything that is written lies there. */
  readonly folder: string;
}

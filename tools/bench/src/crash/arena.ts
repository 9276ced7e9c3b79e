/** The processes that serve one instance, and the ways to disrupt them. */
export interface Arena {
  readonly title: string;
  /** Addresses for clients. */
  readonly origins: readonly string[];
  /** Kills one of its processes (`SIGKILL`) and restarts it. Returns a description. */
  strike(): Promise<string>;
  /** Other failures, each of which happens once in the middle of the run. Each returns a description. */
  readonly disasters: readonly (() => Promise<string>)[];
  stop(): Promise<void>;
}

export interface ArenaOptions {
  /** An empty folder for all files of the run. */
  readonly folder: string;
}

export interface RunKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** Runs of a wire in one lane execute one after the other, in the order of their events. */
export interface Lane {
  readonly workspaceId: string;
  readonly wireId: string;
  readonly lane: string;
}

/** The lane of a run; null if the run executes in any order. */
export function laneOf(run: {
  readonly workspaceId: string;
  readonly wireId: string | null;
  readonly lane: string | null;
}): Lane | null {
  const { workspaceId, wireId, lane } = run;
  return wireId === null || lane === null ? null : { workspaceId, wireId, lane };
}

/** The same for runs of the same lane. */
export function laneKey({ workspaceId, wireId, lane }: Lane): string {
  return `${workspaceId}/${wireId}/${lane}`;
}

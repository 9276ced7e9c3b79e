export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
/** Importance of a notification; `urgent` ignores quiet hours and digests. */
export type Priority = (typeof PRIORITIES)[number];

/** Recipients among the members of the workspace; other users are skipped. If nothing is given: every member. */
export interface Recipients {
  readonly users?: readonly string[];
  /** Members with exactly one of these roles; higher roles are not included. */
  readonly roles?: readonly string[];
  readonly everyone?: boolean;
}

/** A notification to create for each recipient whose preferences allow it. */
export interface NotificationInput {
  /** 1 to 20,000 code points. */
  readonly message: string;
  /** A path below the workspace (`/modules/inventory/records/part/<id>`), or an absolute http or https URL. Absent: no link. */
  readonly link?: string;
  /** Default `normal`. */
  readonly priority?: Priority;
  readonly recipients?: Recipients;
}

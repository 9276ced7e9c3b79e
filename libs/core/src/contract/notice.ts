export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
/** How much a notification matters; `urgent` passes quiet hours and digests. */
export type Priority = (typeof PRIORITIES)[number];

/** Members of the workspace. Whoever is none is passed over. Where nobody is named: every member. */
export interface Recipients {
  readonly users?: readonly string[];
  /** Members who hold exactly one of these roles. */
  readonly roles?: readonly string[];
  readonly everyone?: boolean;
}

/** Something that people are to be told: a notification for each recipient whose preferences want it. */
export interface Notice {
  /** 1 to 20,000 code points. */
  readonly message: string;
  /** A path below the workspace (`/modules/inventory/records/part/<id>`), or a whole http or https URL. Absent: nothing to point to. */
  readonly link?: string;
  /** Default `normal`. */
  readonly priority?: Priority;
  readonly recipients?: Recipients;
}

/** How a field is drawn and edited. Without a hint the type of the field decides. */
export const WIDGETS = [
  'text',
  'markdown',
  'number',
  'quantity',
  'money',
  'percent',
  'progress',
  'duration',
  'date',
  'relative',
  'status',
  'color',
  'swatch',
  'image',
  'file',
  'barcode',
  'url',
  'user',
  'ref',
  'tree',
  'tags',
  'checklist',
  'json',
  'cel',
  'rrule',
  'place',
  'rating',
] as const;
export type Widget = (typeof WIDGETS)[number];

export const COLORS = ['gray', 'red', 'orange', 'amber', 'green', 'teal', 'cyan', 'blue', 'violet', 'pink'] as const;
export type Color = (typeof COLORS)[number];

/** How urgent a value is. Each has a colour and an icon, so that colour is never the only sign. */
export const TONES = ['ok', 'warn', 'bad', 'info'] as const;
export type Tone = (typeof TONES)[number];

/** How prominent the button of an action is. */
export const ACTION_TONES = ['primary', 'neutral', 'danger'] as const;
export type ActionTone = (typeof ACTION_TONES)[number];

/** Screens that are more than a list and a form. A kind that declares the role gets the screen. */
export const ROLES_OF_KINDS = ['plan', 'machine', 'job', 'count'] as const;
export type KindRole = (typeof ROLES_OF_KINDS)[number];

/** What a view of jobs is on displays of machines. */
export const WALL_PARTS = ['now', 'next'] as const;
export type WallPart = (typeof WALL_PARTS)[number];

export const LAYOUTS = ['table', 'board', 'calendar', 'gallery', 'tree'] as const;
export type Layout = (typeof LAYOUTS)[number];

export const MOVEMENT_TYPES = [
  'receive',
  'add',
  'use',
  'count',
  'set',
  'move',
  'split',
  'merge',
  'status',
  'serialize',
  'install',
  'uninstall',
  'build_consume',
  'build_output',
  'print_consume',
  'loan_out',
  'loan_in',
  'scrap',
  'return',
  'convert',
  'reserve',
  'release',
  'reverse',
] as const;

export type MovementType = (typeof MOVEMENT_TYPES)[number];

/** They pass stock from item to item: what one leg takes another gives, so the part as a whole is told of nothing. */
export const TRANSFERS: ReadonlySet<MovementType> = new Set(['split', 'merge', 'serialize', 'move']);

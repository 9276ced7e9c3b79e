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

/** Movements between stock items of one part. Their effects on the part cancel out, so no `inventory.stock.changed` is emitted. */
export const TRANSFERS: ReadonlySet<MovementType> = new Set(['split', 'merge', 'serialize', 'move']);

/** The type of a fault in an expression. Branch on this, never on the message. */
export type CelErrorCode = 'syntax' | 'unknown_name' | 'type' | 'unsupported' | 'limit' | 'invalid_filter';

export interface CelFault {
  readonly code: CelErrorCode;
  /** For users: names the subject and, if possible, a solution. */
  readonly message: string;
  /** Offset into the expression in UTF-16 units, from 0. */
  readonly position: number;
}

/** The only error that this library throws for an expression. */
export class CelError extends Error implements CelFault {
  override readonly name = 'CelError';
  readonly code: CelErrorCode;
  readonly position: number;

  constructor(code: CelErrorCode, message: string, position = 0) {
    super(message);
    this.code = code;
    this.position = position;
  }
}

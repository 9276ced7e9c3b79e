import type { AnyRef } from '@cubit/core';
import type { Movement } from '../movement/movement.kind.js';
import type { StockStatus } from '../stock-item/stock-status.js';
import type { MovementType } from './movement-type.js';
import type { StockTotals } from './stock-totals.js';

/** What is said of a change of stock. */
export interface PostingDetails {
  readonly type: MovementType;
  readonly reason?: string | undefined;
  readonly cause?: AnyRef | undefined;
  readonly causeKey?: string | undefined;
  readonly reverses?: string | undefined;
}

/** Where a line has a key of its own and takes back another than its posting does. */
export interface LineOrigin {
  readonly causeKey?: string | undefined;
  readonly reverses?: string | undefined;
}

/** One line of the ledger to be. */
export interface MovementLine {
  readonly type: MovementType;
  readonly stockItem?: string | undefined;
  readonly qtyBefore: number;
  readonly qtyAfter: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly statusFrom?: StockStatus | undefined;
  readonly statusTo?: StockStatus | undefined;
  /** Where it is another than the posting's. */
  readonly cause?: AnyRef | undefined;
  readonly origin?: LineOrigin | undefined;
  /** Bought for a project, which has paid for it. */
  readonly paid?: boolean;
  readonly unitCost?: Movement['fields']['unit_cost'] | undefined;
}

export interface Entry {
  readonly partId: string;
  /** How the part's totals change. */
  readonly effect: StockTotals;
  /** Null where the effect is part of another line's: a reservation that is consumed by a use. */
  readonly line: MovementLine | null;
  path(field: string): string;
}

/** What the writer of a stock item says in `note`. */
export interface PostingNote {
  readonly posting: Posting;
  readonly type: MovementType;
  readonly origin?: LineOrigin | undefined;
}

/**
 * Writes that belong together: what they do to parts is settled once, when all are made, so that no half of a split is mistaken
 * for a loss.
 */
export class Posting {
  readonly details: PostingDetails;
  readonly entries: Entry[] = [];
  /** Parts of which something was counted, whether or not it differed. */
  readonly counted = new Set<string>();
  /** The ledger's lines, once settled. */
  movements: readonly Movement[] = [];

  constructor(details: PostingDetails) {
    this.details = details;
  }

  note(type: MovementType = this.details.type, origin?: LineOrigin): PostingNote {
    return { posting: this, type, origin };
  }
}

export function noteOf(note: unknown): PostingNote | null {
  const posting = (note as { readonly posting?: unknown } | undefined)?.posting;
  return posting instanceof Posting ? (note as PostingNote) : null;
}

import type { AnyRef } from '@cubit/core';
import type { ExactQuantity } from '@cubit/decimal';
import type { Cost } from './cost.js';
import type { Movement } from '../movement/movement.kind.js';
import type { StockStatus } from '../stock-item/stock-status.js';
import type { MovementType } from './movement-type.js';
import type { StockTotals } from './stock-totals.js';

/** Attributes of a posting, copied to its movements. */
export interface PostingDetails {
  readonly type: MovementType;
  readonly reason?: string | undefined;
  readonly cause?: AnyRef | undefined;
  readonly causeKey?: string | undefined;
  readonly reverses?: string | undefined;
}

/** What a line has of its own: its cause key, the movement that it reverses, and the quantity consumed beyond what was recorded. */
export interface LineOrigin {
  readonly causeKey?: string | undefined;
  readonly reverses?: string | undefined;
  readonly over?: number | undefined;
}

/** A movement that is not yet written. */
export interface MovementLine {
  readonly type: MovementType;
  readonly stockItem?: string | undefined;
  readonly qtyBefore: number;
  readonly qtyAfter: number;
  /** Change of the quantity without rounding, in plain units. */
  readonly exactDelta: ExactQuantity;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly statusFrom?: StockStatus | undefined;
  readonly statusTo?: StockStatus | undefined;
  /** If it differs from that of the posting. */
  readonly cause?: AnyRef | undefined;
  readonly origin?: LineOrigin | undefined;
  /** The stock was bought for a project, which was charged with the order. */
  readonly paid?: boolean;
  readonly unitCost?: Movement['fields']['unit_cost'] | undefined;
  readonly cost?: Cost | undefined;
}

export interface PostingEntry {
  readonly partId: string;
  /** Change of the totals of the part. */
  readonly effect: StockTotals;
  /** Null if another entry writes the line: a reservation that a use consumes. */
  readonly line: MovementLine | null;
  path(field: string): string;
}

/** Passed as the `note` of a write, to add it to a posting. */
export interface PostingNote {
  readonly posting: Posting;
  readonly type: MovementType;
  readonly origin?: LineOrigin | undefined;
}

/**
 * Writes of stock that belong together. Their effects on parts are applied once, after all of them, so that the two writes of a split
 * are not seen as a loss and a gain.
 */
export class Posting {
  readonly details: PostingDetails;
  readonly entries: PostingEntry[] = [];
  /** Parts with counted stock, whether or not the quantity changed. */
  readonly counted = new Set<string>();
  /** Parts of whose stock a count is taken back: the one before is the last again. */
  readonly uncounted = new Set<string>();
  /** Set by `writePosting`. */
  movements: readonly Movement[] = [];

  constructor(details: PostingDetails) {
    this.details = details;
  }

  note(type: MovementType = this.details.type, origin?: LineOrigin): PostingNote {
    return { posting: this, type, origin };
  }
}

export function postingNoteOf(note: unknown): PostingNote | null {
  const posting = (note as { readonly posting?: unknown } | undefined)?.posting;
  return posting instanceof Posting ? (note as PostingNote) : null;
}

/** A line of an order as the supplier's file has it. */
export interface PurchaseLine {
  /** Order number of the part at the supplier. */
  readonly sku: string;
  readonly mpn: string;
  readonly manufacturer?: string;
  readonly description: string;
  readonly qty: number;
  /** Decimal text, of one piece. */
  readonly unitPrice: string;
  readonly moq?: number;
  /** What the buyer has noted on the line. */
  readonly note?: string;
}

/** An order of a file. The same order in another format is known by its supplier and its number there. */
export interface PurchaseOrder {
  readonly supplier: { readonly name: string; readonly website: string };
  readonly supplierRef: string;
  readonly currency: string;
  /** ISO 8601; absent where the file does not tell. */
  readonly orderedAt?: string;
  readonly lines: readonly PurchaseLine[];
}

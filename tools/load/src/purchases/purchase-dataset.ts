/** A line of an order in the file of a supplier. */
export interface PurchaseLine {
  /** Order number of the part at the supplier. */
  readonly sku: string;
  readonly mpn: string;
  readonly manufacturer?: string;
  readonly description: string;
  readonly qty: number;
  /** Decimal text, for one piece. */
  readonly unitPrice: string;
  readonly moq?: number;
  /** The buyer's note on the line. */
  readonly note?: string;
}

/** An order in a file. The same order in another format has the same supplier and number. */
export interface PurchaseOrder {
  readonly supplier: { readonly name: string; readonly website: string };
  readonly supplierRef: string;
  readonly currency: string;
  /** ISO 8601; absent if the file does not contain it. */
  readonly orderedAt?: string;
  readonly lines: readonly PurchaseLine[];
}

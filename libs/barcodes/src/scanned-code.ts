/** What a code says. Numbers are texts, as they are printed. */
export interface ScannedCode {
  readonly format: 'gs1' | 'iso15434' | 'lcsc' | 'gtin' | 'text';
  /** The code itself, without the address around it. */
  readonly text: string;
  /** Part number of the supplier or the customer. */
  readonly part_number?: string;
  /** Part number of the manufacturer. */
  readonly mpn?: string;
  readonly gtin?: string;
  readonly lot?: string;
  readonly serial?: string;
  readonly quantity?: number;
  readonly expires_on?: string;
  readonly order_number?: string;
  /** Id of the record whose address it is. */
  readonly record?: string;
  /** Every number by which a record may be found, the most specific first. */
  readonly numbers: readonly string[];
}

/** A code as it is taken apart, before its numbers are collected. */
export type CodeParts = Omit<ScannedCode, 'text' | 'numbers'>;

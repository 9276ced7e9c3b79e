/** What is on a label. */
export interface Label {
  /** What a scanner reads; in the QR code and, in small print, below the text. */
  readonly code: string;
  readonly title: string;
  /** Below the title, the most important first: what does not fit is left out. */
  readonly lines: readonly string[];
}

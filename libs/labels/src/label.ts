/** The content of a label. */
export interface Label {
  /** The text of the QR code, also printed below the other text. */
  readonly code: string;
  readonly title: string;
  /** Lines below the title, most important first; lines that do not fit are left out. */
  readonly lines: readonly string[];
}

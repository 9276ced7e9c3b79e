/** The content of a label. */
export interface Label {
  /** The code, printed below the other text. */
  readonly code: string;
  /** The text of the QR code, if it is not the code. */
  readonly qr?: string;
  readonly title: string;
  /** Lines below the title, most important first; lines that do not fit are left out. */
  readonly lines: readonly string[];
}

/** A part of the sheet, drawn from its own top-left corner. */
export interface Section {
  readonly title: string;
  readonly markup: string;
  readonly width: number;
  readonly height: number;
}

/** Takes what a USB scanner types. */
export interface Scanner {
  readonly onScan: (code: string) => void;
  readonly onText?: (text: string) => void;
  readonly everyKey: boolean;
}

import qrcode from 'qrcode-generator';

/** A run of dark modules: place and length, in modules. */
export interface DarkRun {
  readonly row: number;
  readonly column: number;
  readonly length: number;
}

export interface QrSquares {
  /** Modules on a side, without the quiet zone. */
  readonly size: number;
  readonly runs: readonly DarkRun[];
}

/** ISO/IEC 18004: a quiet zone of four modules. */
export const QUIET_MODULES = 4;
/** The alphanumeric mode, which needs little more than half the space of bytes. */
const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]+$/;

/** Error correction M: readable with about 15 % damage. */
export function qrSquares(text: string): QrSquares {
  const code = qrcode(0, 'M');
  if (ALPHANUMERIC.test(text)) code.addData(text, 'Alphanumeric');
  else code.addData(bytesAsText(text), 'Byte');
  code.make();
  const size = code.getModuleCount();
  const runs: DarkRun[] = [];
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size;) {
      let length = 0;
      while (column + length < size && code.isDark(row, column + length)) length += 1;
      if (length > 0) runs.push({ row, column, length });
      column += length + 1;
    }
  return { size, runs };
}

/** UTF-8 with one character per byte, the library's form of bytes. */
function bytesAsText(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

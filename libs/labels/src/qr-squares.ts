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

/** ISO/IEC 18004: four modules of nothing around the code. */
export const QUIET_MODULES = 4;
/** The characters of its alphanumeric mode, which needs little more than half the room of bytes. */
const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]+$/;

/** Error correction M: a sixth of the code may be scratched off. */
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

/** UTF-8, a character per byte, as the library takes bytes. */
function bytesAsText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

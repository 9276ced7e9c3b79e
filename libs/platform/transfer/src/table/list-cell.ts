const SEPARATOR = ';';
const ESCAPE = '\\';

/** Texts in one cell, separated by `;`. Separators within an item, and blanks at its ends, are escaped by a backslash. */
export function encodeList(items: readonly string[]): string {
  return items.map((item) => item.replaceAll(/[\\;]|^[\s[]|\s$/g, (character) => ESCAPE + character)).join('; ');
}

export function decodeList(cell: string): readonly string[] {
  const items: string[] = [];
  let item = '';
  /** Length of `item` without unescaped trailing blanks. */
  let kept = 0;
  const end = () => {
    if (kept > 0) items.push(item.slice(0, kept));
    item = '';
    kept = 0;
  };
  for (let index = 0; index < cell.length; index += 1) {
    const character = cell.charAt(index);
    if (character === SEPARATOR) end();
    else if (character === ESCAPE && index + 1 < cell.length) {
      index += 1;
      item += cell.charAt(index);
      kept = item.length;
    } else if (item !== '' || character.trim() !== '') {
      item += character;
      if (character.trim() !== '') kept = item.length;
    }
  }
  end();
  return items;
}

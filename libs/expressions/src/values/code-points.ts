/** Orders texts like PostgreSQL's "C" collation. JavaScript's `<` compares UTF-16 units and misplaces emoji. */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates represent code points above every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** PostgreSQL can store neither NUL nor unpaired surrogates, so such a text equals nothing and must not be sent. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The members of a keyboard event that decide which key it is. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'space',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Escape: 'esc',
};

const LABELS: Readonly<Record<string, string>> = {
  space: 'Space',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  esc: 'Esc',
  enter: '↵',
  shift: '⇧',
  alt: 'Alt',
  delete: 'Del',
  backspace: '⌫',
  tab: 'Tab',
};

const onApple = (): boolean => typeof navigator === 'object' && /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** `mod+k`, `shift+enter`, `j`, `?`. Shift counts for keys with a name and for letters, since `?` already is a shifted key. */
export function combinationOf(press: KeyPress): string {
  const named = NAMES[press.key] ?? press.key;
  const isSign = named.length === 1 && !/[a-z]/i.test(named);
  return [
    press.ctrlKey === true || press.metaKey === true ? 'mod' : '',
    press.altKey === true ? 'alt' : '',
    press.shiftKey === true && !isSign ? 'shift' : '',
    named.toLowerCase(),
  ]
    .filter(Boolean)
    .join('+');
}

/** A key without a modifier that types a character: such shortcuts can be turned off. */
export const isSingleKey = (keys: string): boolean => keys.split(' ').every((part) => [...part].length === 1);

/** What stands on the keys of `mod+k` or `g h`. */
export function keyLabels(keys: string): readonly string[] {
  return keys
    .split(' ')
    .flatMap((combination) =>
      combination
        .split(/\+(?=.)/)
        .map((part) => (part === 'mod' ? (onApple() ? '⌘' : 'Ctrl') : (LABELS[part] ?? part.toUpperCase()))),
    );
}

import { fail, validationFailed } from '../errors/cubit-error.js';
import { unstorableText } from './storable-text.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Escapes that may represent NUL, half a surrogate pair or an underscore, and numbers that may be infinite. */
const SUSPICIOUS = /\\u(?:0000|[dD]|005[fF])|__proto__|[eE]\+?\d{3}|\d{309}/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Parses a JSON body. Throws `400 invalid_json`, and `422` for text that cannot be stored unchanged. */
export function parseJson(bytes: Uint8Array, maxDepth: number): unknown {
  if (bytes.length === 0) throw fail('invalid_json', 'The body is empty.');
  const text = decode(bytes);
  if (isDeeper(text, maxDepth)) throw fail('invalid_json', `The body may have at most ${maxDepth} levels of nesting.`);
  const value = parse(text);
  if (!SUSPICIOUS.test(text)) return value;
  const details = unstorableText(value);
  if (details.length > 0) throw validationFailed(details);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw fail('invalid_json', 'The body is not UTF-8.', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    // The parser's message quotes the body, which may contain a secret.
    throw fail('invalid_json', 'The body is not JSON.', { cause });
  }
}

/** Checked on the text, before any recursive function runs. */
export function isDeeper(text: string, maxDepth: number): boolean {
  if (text.length <= maxDepth) return false;
  let depth = 0;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (inText) {
      if (unit === BACKSLASH) index += 1;
      else if (unit === QUOTE) inText = false;
    } else if (unit === QUOTE) inText = true;
    else if (unit === OPENING_BRACKET || unit === OPENING_BRACE) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (unit === CLOSING_BRACKET || unit === CLOSING_BRACE) depth -= 1;
  }
  return false;
}

const PARAMETER = /\{(\w+)\}/g;
/** Characters with a meaning in the path patterns of Express. */
const SPECIAL = /[[\](){}+?!:*\\]/g;
/** One digit more than the length of any part has, so that padded numbers sort as text. */
const LONGEST = 9_999;

/** `/orgs/{workspace}.svg` as Express writes it: `/orgs/:"workspace".svg`. */
export function expressPath(path: string): string {
  let at = 0;
  let pattern = '';
  for (const match of path.matchAll(PARAMETER)) {
    pattern += `${escaped(path.slice(at, match.index))}:"${match[1] ?? ''}"`;
    at = match.index + match[0].length;
  }
  return pattern + escaped(path.slice(at));
}

/** Two paths of the same shape match the same requests, whatever the names of their parameters. */
export function shapeOf(path: string): string {
  return path.replaceAll(PARAMETER, '{}');
}

/** Sort key of a path: fixed text before parameters, more fixed text first, so that the first match is the right one. */
export function precedenceOf(path: string): string {
  return path
    .split('/')
    .map((part) => {
      const fixed = part.replaceAll(PARAMETER, '').length;
      return part.includes('{') ? `1${LONGEST - fixed}${shapeOf(part)}` : `0${part}`;
    })
    .join('/');
}

function escaped(text: string): string {
  return text.replaceAll(SPECIAL, '\\$&');
}

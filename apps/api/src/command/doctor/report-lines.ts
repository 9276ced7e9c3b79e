import type { CheckResult } from './check.js';

/** JSON lines, or a table with what to do below each result that needs it. */
export function reportLines(results: readonly CheckResult[], json: boolean): string {
  if (json)
    return results
      .map(
        ({ name, state, detail, mend }) =>
          `${JSON.stringify({ name, state, detail, ...(mend !== undefined && { mend }) })}\n`,
      )
      .join('');
  const widths = [
    Math.max(...results.map(({ state }) => state.length)),
    Math.max(...results.map(({ name }) => name.length)),
  ];
  const indent = ' '.repeat((widths[0] ?? 0) + (widths[1] ?? 0) + 4);
  return results
    .map(({ name, state, detail, mend }) => {
      const line = `${state.padEnd(widths[0] ?? 0)}  ${name.padEnd(widths[1] ?? 0)}  ${detail.replaceAll('\n', `\n${indent}`)}\n`;
      return mend === undefined ? line : `${line}${indent}-> ${mend}\n`;
    })
    .join('');
}

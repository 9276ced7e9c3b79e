import type { EditorState } from '../model/editor.js';
import { lengthText } from '../model/lengths.js';
import { TYPE_TITLES, type Unit } from '../model/plan.js';
import { nodeAt } from '../model/pointer.js';
import type { Problem } from '../model/problems.js';

/** What is selected, for screen readers: its name, place and size, and what is wrong with it. */
export function selectionText(
  { plan, selected }: Pick<EditorState, 'plan' | 'selected'>,
  problems: readonly Problem[],
  unit: Unit,
): string {
  const found = selected === null ? undefined : nodeAt(plan, selected);
  if (!found) return 'Nothing is selected.';
  const { type, node } = found;
  const name = 'name' in node ? `${TYPE_TITLES[type]} ${node.name}` : TYPE_TITLES[type];
  const place = 'x_mm' in node ? `X ${lengthText(node.x_mm, unit)}, Y ${lengthText(node.y_mm, unit)}` : undefined;
  const size = 'd_mm' in node ? `${lengthText(node.w_mm, unit)} by ${lengthText(node.d_mm, unit)}` : undefined;
  const wrong = problems.filter(({ pointer }) => pointer === selected).map(({ message }) => message);
  return `${[name, place, size].filter((part) => part !== undefined).join(', ')}. ${wrong.join(' ')}`.trim();
}

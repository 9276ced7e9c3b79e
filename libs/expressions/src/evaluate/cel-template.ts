import { checkCel, type CheckedCel } from '../check/check-cel.js';
import { CelError, type CelFault } from '../language/cel-error.js';
import { type CelSchema, type CelType, describeType, isListType, isObjectType } from '../values/cel-type.js';
import { textOfJson } from '../operations/conversions.js';
import { type EvaluationTime, evaluateCel } from './evaluate-cel.js';
import { isPlainObject } from '../values/json-value.js';
import { MAX_TEMPLATE_DEPTH, MAX_TEMPLATE_EXPRESSIONS, MAX_TEXT_LENGTH } from '../values/limits.js';
import { scanTemplate, type TemplatePart } from '../language/template-scanner.js';

export interface CelTemplateFault extends CelFault {
  /** JSON Pointer to the string. The position counts from the start of that string. */
  readonly path: string;
}

/** Contains every fault of a template. */
export class CelTemplateError extends Error {
  override readonly name = 'CelTemplateError';
  readonly faults: readonly CelTemplateFault[];

  constructor(faults: readonly CelTemplateFault[]) {
    super(faults.map(({ path, message }) => `${path}: ${message}`).join(' '));
    this.faults = faults;
  }
}

/** Checked JSON whose strings may contain `${CEL}`: the input of a wire. */
export interface CheckedCelTemplate {
  readonly root: TemplateNode;
  /** Paths of the expressions that are whole values, with their types, for comparison with the schema of the target. */
  readonly placeholders: readonly { readonly path: string; readonly type: CelType }[];
}

type TemplateNode =
  | { readonly kind: 'fixed'; readonly value: unknown }
  | { readonly kind: 'value'; readonly checked: CheckedCel }
  | { readonly kind: 'text'; readonly parts: readonly (string | CheckedCel)[] }
  | { readonly kind: 'list'; readonly items: readonly TemplateNode[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, TemplateNode])[] };

export function checkCelTemplate(template: unknown, schema: CelSchema): CheckedCelTemplate {
  const walk: Walk = { schema, faults: [], placeholders: [], expressions: 0 };
  const root = checkValue(template, '', walk);
  if (walk.faults.length > 0) throw new CelTemplateError(walk.faults);
  return { root, placeholders: walk.placeholders };
}

/** A member whose expression is absent is left out. Inside a text an absent value is empty, in a list it is null. */
export function evaluateCelTemplate(
  { root }: CheckedCelTemplate,
  values: Record<string, unknown>,
  moment: EvaluationTime,
): unknown {
  return render(root, (checked) => evaluateCel(checked, values, moment));
}

interface Walk {
  readonly schema: CelSchema;
  readonly faults: CelTemplateFault[];
  readonly placeholders: { path: string; type: CelType }[];
  expressions: number;
}

function checkValue(value: unknown, path: string, walk: Walk): TemplateNode {
  if (typeof value === 'string') return checkString(value, path, walk);
  if (path.split('/').length > MAX_TEMPLATE_DEPTH)
    return fault(path, new CelError('limit', 'The input is nested too deeply.'), walk);
  if (Array.isArray(value)) {
    return { kind: 'list', items: value.map((item, index) => checkValue(item, `${path}/${index}`, walk)) };
  }
  if (!isPlainObject(value)) return { kind: 'fixed', value };
  const members = Object.entries(value).map(
    ([name, member]) => [name, checkValue(member, `${path}/${pointerToken(name)}`, walk)] as const,
  );
  return { kind: 'object', members };
}

function checkString(source: string, path: string, walk: Walk): TemplateNode {
  try {
    const parts = scanTemplate(source);
    if (parts === undefined) return { kind: 'fixed', value: source };
    const [only] = parts;
    if (only !== undefined && parts.length === 1 && 'expression' in only) {
      const checked = checkPart(only, walk);
      walk.placeholders.push({ path, type: checked.type });
      return { kind: 'value', checked };
    }
    return { kind: 'text', parts: parts.map((part) => ('text' in part ? part.text : checkInText(part, walk))) };
  } catch (error) {
    if (error instanceof CelError) return fault(path, error, walk);
    throw error;
  }
}

function fault(path: string, { code, message, position }: CelError, walk: Walk): TemplateNode {
  walk.faults.push({ path, code, message, position });
  return { kind: 'fixed', value: null };
}

type ExpressionPart = Extract<TemplatePart, { expression: string }>;

function checkPart({ expression, start }: ExpressionPart, walk: Walk): CheckedCel {
  walk.expressions += 1;
  if (walk.expressions > MAX_TEMPLATE_EXPRESSIONS) {
    throw new CelError('limit', `An input may contain ${MAX_TEMPLATE_EXPRESSIONS} expressions.`, start);
  }
  try {
    return checkCel(expression, walk.schema);
  } catch (error) {
    if (error instanceof CelError) throw new CelError(error.code, error.message, start + error.position);
    throw error;
  }
}

function checkInText(part: ExpressionPart, walk: Walk): CheckedCel {
  const checked = checkPart(part, walk);
  if (!isListType(checked.type) && !isObjectType(checked.type)) return checked;
  const message = `${describeType(checked.type)} cannot be part of a text; use join(), or make it the whole value.`;
  throw new CelError('type', message.charAt(0).toUpperCase() + message.slice(1), part.start);
}

function render(node: TemplateNode, evaluate: (checked: CheckedCel) => unknown): unknown {
  switch (node.kind) {
    case 'fixed':
      return node.value;
    case 'value':
      return evaluate(node.checked);
    case 'text':
      return renderText(node.parts, evaluate);
    case 'list':
      return node.items.map((item) => render(item, evaluate));
    case 'object': {
      const members = node.members.map(([name, member]) => [name, member, render(member, evaluate)] as const);
      const present = members.filter(([, member, value]) => member.kind !== 'value' || value !== null);
      return Object.fromEntries(present.map(([name, , value]) => [name, value]));
    }
  }
}

function renderText(parts: readonly (string | CheckedCel)[], evaluate: (checked: CheckedCel) => unknown): string {
  let text = '';
  for (const part of parts) {
    text += typeof part === 'string' ? part : textOf(evaluate(part));
    if (text.length > MAX_TEXT_LENGTH)
      throw new CelError('limit', `A text may have up to ${MAX_TEXT_LENGTH} characters.`);
  }
  return text;
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : (textOfJson(value) ?? '');
}

function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

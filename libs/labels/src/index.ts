export { drawLabels, type DrawOptions } from './draw-labels.js';
export type { Label } from './label.js';
export {
  LABEL_FORMATS,
  LABEL_TEMPLATE_NAMES,
  LABEL_TEMPLATE_TITLES,
  type LabelFormat,
  type LabelTemplate,
  MOST_USED_FIELDS,
} from './template.js';
export { codeAddress, printedCode, readPrintedCode } from './printed-code.js';

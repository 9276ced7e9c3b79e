/** Sizes in mm. Rolls: one label per page. */
interface Template {
  readonly title: string;
  readonly widthMm: number;
  readonly heightMm: number;
  /** Labels on a sheet, its size A4; absent: a roll. */
  readonly sheet?: { readonly columns: number; readonly rows: number; readonly topMm: number; readonly leftMm: number };
}

/**
 * From the manufacturers' data sheets: Brother DK-11209 (62 × 29), Dymo 99012 (89 × 36), Avery Zweckform 3474 (A4, 3 × 8 of 70 ×
 * 37).
 */
export const LABEL_TEMPLATES = {
  '62x29': { title: '62 × 29 mm', widthMm: 62, heightMm: 29 },
  '50x30': { title: '50 × 30 mm', widthMm: 50, heightMm: 30 },
  '89x36': { title: '89 × 36 mm', widthMm: 89, heightMm: 36 },
  'a4-24': {
    title: 'A4, 24 labels of 70 × 37 mm',
    widthMm: 70,
    heightMm: 37,
    sheet: { columns: 3, rows: 8, topMm: 0.5, leftMm: 0 },
  },
} as const satisfies Readonly<Record<string, Template>>;
export type LabelTemplate = keyof typeof LABEL_TEMPLATES;

/** Fields of the largest sheet that can be used already: all but the one that is printed. */
export const MOST_USED_FIELDS =
  Math.max(...Object.values<Template>(LABEL_TEMPLATES).map(({ sheet }) => (sheet ? sheet.columns * sheet.rows : 1))) -
  1;

export const LABEL_TEMPLATE_NAMES = Object.keys(LABEL_TEMPLATES) as LabelTemplate[];
/** The sizes as people read them. */
export const LABEL_TEMPLATE_TITLES: Readonly<Record<LabelTemplate, string>> = {
  '62x29': LABEL_TEMPLATES['62x29'].title,
  '50x30': LABEL_TEMPLATES['50x30'].title,
  '89x36': LABEL_TEMPLATES['89x36'].title,
  'a4-24': LABEL_TEMPLATES['a4-24'].title,
};

export const LABEL_FORMATS = ['pdf', 'png', 'zpl'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];

export function templateOf(name: LabelTemplate): Template {
  return LABEL_TEMPLATES[name];
}

import type { CubitRecord, UiKind } from '@cubit/web-client';

const BRACES = /\{(\w+)\}/g;

/** The names in braces of a picture: fields of the record, or `id`. */
export function pictureFields({ ui }: Pick<UiKind, 'ui'>): readonly string[] {
  return [...(ui.picture ?? '').matchAll(BRACES)].map(([, name = '']) => name);
}

/** The path of the drawing of a record below its workspace; undefined where it has none. */
export function picturePath({ module, ui }: Pick<UiKind, 'module' | 'ui'>, record: CubitRecord): string | undefined {
  if (ui.picture === undefined) return undefined;
  let isComplete = true;
  const path = ui.picture.replace(BRACES, (_, name: string) => {
    const value = name === 'id' ? record.id : record.fields[name];
    // With `expand`, a reference is the record itself.
    const text = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
    if (typeof text === 'string' && text !== '') return encodeURIComponent(text);
    if (typeof text === 'number') return String(text);
    isComplete = false;
    return '';
  });
  return isComplete ? `/modules/${module}${path}` : undefined;
}

/** Whether the drawing is of the record itself, and so what one opens its page for. Else it shows where the record is in something larger. */
export function isPictureOf({ ui }: Pick<UiKind, 'ui'>): boolean {
  const [path = ''] = (ui.picture ?? '').split('?');
  return path.includes('{id}');
}

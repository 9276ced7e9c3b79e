import { extname } from 'node:path';

const BYTES = 'application/octet-stream';
const PLAIN = 'text/plain';

/** Text formats have no signature, so the file name decides. All of them are served as downloads. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.json': 'application/json',
  '.ndjson': 'application/x-ndjson',
  '.md': 'text/markdown',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.ics': 'text/calendar',
  '.gcode': 'text/x-gcode',
  '.gco': 'text/x-gcode',
  '.stl': 'model/stl',
  '.obj': 'model/obj',
  '.step': 'model/step',
  '.stp': 'model/step',
  '.dxf': 'image/vnd.dxf',
};
/** Formats without a signature, or with that of another format. */
const NAMED_TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/zip': { '.3mf': 'model/3mf' },
  [BYTES]: { '.stl': 'model/stl' },
};

/** Detects the media type from the first bytes. The type that the client sent is ignored. */
export async function sniffType(head: Uint8Array, name: string): Promise<string> {
  const extension = extname(name).toLowerCase();
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(head))?.mime;
  if (mime === undefined || mime === 'application/xml') {
    if (isText(head)) return TEXT_TYPES[extension] ?? (mime === undefined ? PLAIN : mime);
  }
  const type = mime ?? BYTES;
  return NAMED_TYPES[type]?.[extension] ?? type;
}

/** UTF-8 without control characters; the head may end within a character. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/.test(text);
  } catch {
    return false;
  }
}

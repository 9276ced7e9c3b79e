import { type AnyRecord, type FieldDefinition, typeHolds, type RecordShape, type ShapeField } from '@cubit/core/host';
import { fold } from './fold.js';
import { lexemeIn, titleLexemeIn } from './lexeme.js';
import { isSpelt } from './spelling.js';
import { joined, wordsOf } from './words-of.js';
import type { SearchDocument } from './search-row.js';

/** The number of words of a record that are indexed. */
const MAX_WORDS = 2_000;
/** Pieces of one word that are indexed as one lexeme. */
const MAX_JOINED = 8;
const TITLE_LENGTH = 200;
const MAX_POSITION = 16_000;
/** Positions between texts, so that no phrase matches across two of them. */
const GAP = 10;

type Searchable = Pick<AnyRecord, 'title' | 'fields' | 'tags'>;

/** The content that a document is made from. Equal sources make equal documents. */
export function searchSource(shape: RecordShape, { title, fields, tags }: Searchable): string {
  const values = fields as Readonly<Record<string, unknown>>;
  return JSON.stringify([title, tags, searchedFields(shape).map(({ name }) => values[name])]);
}

/** Ledgers are searched only if they declare it. */
export function isSearchedKind({ kind }: RecordShape): boolean {
  return kind.access !== 'read-only' || kind.search !== undefined;
}

/** Null for kinds that are not searched. */
export function searchDocument(shape: RecordShape, workspaceId: string, record: Searchable): SearchDocument | null {
  if (!isSearchedKind(shape)) return null;
  const places = new Map<string, string[]>();
  const spelt = new Set<string>();
  let position = 1;
  let count = 0;
  const mention = (word: string, at: string, isTitle: boolean) => {
    addPosition(places, lexemeIn(workspaceId, word), at);
    if (isTitle) addPosition(places, titleLexemeIn(workspaceId, word), at);
  };
  const add = (text: string, weight: string, isTitle = false) => {
    for (const { pieces } of wordsOf(text)) {
      if (count >= MAX_WORDS || position >= MAX_POSITION) return;
      count += 1;
      // Indexed from every piece on: a part number is found by its middle and its end, with any punctuation.
      for (const [index, piece] of pieces.entries()) {
        const at = `${position + index}${weight}`;
        mention(piece, at, isTitle);
        const rest = index + 1 < pieces.length ? joined(pieces.slice(index, index + MAX_JOINED)) : piece;
        if (rest !== piece) mention(rest, at, isTitle);
        if (isTitle && isSpelt(piece)) spelt.add(piece);
      }
      position += pieces.length;
    }
    position += GAP;
  };
  add(record.title, 'A', true);
  const fields = record.fields as Readonly<Record<string, unknown>>;
  for (const field of searchedFields(shape)) for (const text of textsIn(fields[field.name])) add(text, 'B');
  for (const tag of record.tags) add(tag, 'C');
  const words = [...places].map(([lexeme, at]) => `'${lexeme}':${at.join(',')}`).join(' ');
  return { title: fold(record.title).slice(0, TITLE_LENGTH).trim(), words, spelt: [...spelt] };
}

const searched = new WeakMap<RecordShape, readonly ShapeField[]>();

/** Searched fields: those in the kind's `search`, and every custom text field. */
export function searchedFields(shape: RecordShape): readonly ShapeField[] {
  const known = searched.get(shape);
  if (known) return known;
  const named = new Set<string>(shape.kind.search ?? []);
  const fields = [...shape.fields.values()].filter(({ name, type, custom }) =>
    custom ? isSearched({ type }) : named.has(name),
  );
  searched.set(shape, fields);
  return fields;
}

/** Whether values of a custom field are searched. */
export function isSearched({ type }: Pick<ShapeField | FieldDefinition, 'type'>): boolean {
  return typeHolds(type, 'text', 'address', 'option');
}

/** The texts in a value, nested ones included: barcodes are a list. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** PostgreSQL keeps at most 256 positions of a lexeme. */
const MAX_PLACES = 200;

function addPosition(places: Map<string, string[]>, lexeme: string, at: string): void {
  const known = places.get(lexeme);
  if (!known) places.set(lexeme, [at]);
  else if (known.length < MAX_PLACES) known.push(at);
}

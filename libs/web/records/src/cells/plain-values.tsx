import { COLORS, type Color } from '@cubit/web-contract';
import { Icon, Tag } from '@cubit/web-kit';
import type { CellProps } from './cell-props.js';
import { enumTitle } from './value-text.js';
import styles from './Cell.module.css';

/** The first line, without the signs of Markdown: a page shows it in full. */
export function MarkdownValue({ value }: CellProps) {
  const line = String(value).trimStart().split('\n', 1)[0] ?? '';
  return <span className={styles.text}>{line.replace(/^[#>\s*-]+/, '').replaceAll(/[*_`]+/g, '')}</span>;
}

/** A colour of the contract by its name, or any by its number. */
export function ColorValue({ value }: CellProps) {
  const text = String(value);
  const isNamed = (COLORS as readonly string[]).includes(text);
  const isHex = /^#?[\da-f]{3,8}$/i.test(text);
  const paint = isNamed ? `var(--color-${text as Color})` : isHex ? `#${text.replace('#', '')}` : undefined;
  return (
    <span className={styles.swatch}>
      {paint !== undefined && <span className={styles.paint} style={{ background: paint }} aria-hidden="true" />}
      <span className={styles.text}>{text}</span>
    </span>
  );
}

export function BarcodeValue({ value }: CellProps) {
  const texts = Array.isArray(value) ? value.map(String) : [String(value)];
  return <span className={styles.mono}>{texts.join(', ')}</span>;
}

/** `http`, `https` and `mailto` alone become links. */
export function UrlValue({ value, field, inGrid }: CellProps) {
  const text = String(value);
  const href = field.type === 'email' ? `mailto:${text}` : text;
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return <span className={styles.text}>{text}</span>;
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer" tabIndex={inGrid ? -1 : undefined}>
      {text.replace(/^https?:\/\/(www\.)?/i, '')}
    </a>
  );
}

const SHOWN_TAGS = 3;

export function TagsValue({ value, field }: CellProps) {
  const tags = (Array.isArray(value) ? value : [value]).map(String);
  const rest = tags.length - SHOWN_TAGS;
  return (
    <span className={styles.chips}>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Tag key={tag}>{field.type === 'tags' ? tag : enumTitle(field, tag)}</Tag>
      ))}
      {rest > 0 && <span className={styles.more}>+{rest}</span>}
    </span>
  );
}

const MOST_STARS = 5;

export function RatingValue({ value }: CellProps) {
  const stars = Math.max(0, Math.min(MOST_STARS, Math.round(Number(value))));
  return (
    <span className={styles.rating} role="img" aria-label={`${stars} of ${MOST_STARS}`}>
      {Array.from({ length: MOST_STARS }, (_, index) => (
        <span key={index} data-on={index < stars || undefined}>
          <Icon name="star" size={14} />
        </span>
      ))}
    </span>
  );
}

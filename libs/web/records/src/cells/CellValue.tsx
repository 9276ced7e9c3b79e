import { Num, Money, Progress, RelativeTime, Status } from '@cubit/web-kit';
import type { ComponentType } from 'react';
import { typeHolds, typeHoldsOne, type Widget } from '@cubit/web-contract';
import { useNamedRecord } from '../app/queries.js';
import { BarcodeValue, ColorValue, MarkdownValue, RatingValue, TagsValue, UrlValue } from './plain-values.js';
import { ChecklistValue, FileValue, ImageValue, JsonValue } from './complex-values.js';
import type { CellProps } from './cell-props.js';
import { durationText } from './duration-text.js';
import { PersonValue, RefValue } from './link-values.js';
import { isHidden, toneOf } from './tone-of.js';
import { unitOwner, unitText } from './unit-text.js';
import { dateText, isMoney, valueTitle } from './value-text.js';
import { isReference, widgetOf } from './widget-of.js';
import styles from './Cell.module.css';

/** A value of a record as its field declares it: in cells, on cards, on the page of a record. Nothing for no value. */
export function CellValue(props: CellProps) {
  const { field, value, fields } = props;
  if (value === undefined || value === null || value === '' || isHidden(field.ui, fields)) return null;
  if (typeHolds(field.type, 'boolean')) return <BooleanValue {...props} />;
  const widget = widgetOf(field);
  const Value = widget === undefined ? EnumValue : (VALUES[widget] ?? TextValue);
  return <Value {...props} />;
}

function TextValue({ value, field, kind }: CellProps) {
  const isEnum = typeHoldsOne(field.type, 'option') && typeof value === 'string';
  return <span className={styles.text}>{isEnum ? valueTitle(kind, field, value) : String(value)}</span>;
}

/** A record of a tree, or the path to one: where room lacks, its end is worth more than its beginning. */
function TreeValue(props: CellProps) {
  if (typeof props.value !== 'string' || isReference(props.field)) return <RefValue {...props} />;
  return (
    <span className={styles.path} title={props.value}>
      <bdi>{props.value}</bdi>
    </span>
  );
}

function BooleanValue({ field, value, fields }: CellProps) {
  const tone = toneOf(field.ui, value, fields) ?? (value === true ? 'info' : undefined);
  return (
    <Status tone={tone} hollow={value !== true}>
      {value === true ? 'Yes' : 'No'}
    </Status>
  );
}

function EnumValue(props: CellProps) {
  if (Array.isArray(props.value)) return <TagsValue {...props} />;
  if (typeof props.value === 'object') return <JsonValue {...props} />;
  const tone = toneOf(props.field.ui, props.value, props.fields);
  return tone === undefined ? <TextValue {...props} /> : <StatusValue {...props} />;
}

function StatusValue({ kind, field, value, fields }: CellProps) {
  const tone = toneOf(field.ui, value, fields);
  return (
    <Status tone={tone} hollow={tone === undefined}>
      {valueTitle(kind, field, String(value))}
    </Status>
  );
}

function NumberValue(props: CellProps) {
  const { kind, field, fields, inGrid = false } = props;
  // In a table, each unit would be a request for each row: there, references are expanded.
  const owner = inGrid ? undefined : unitOwner(field.ui, kind.fields, fields);
  return owner ? <LoadedUnit {...props} owner={owner} /> : <PlainNumber {...props} unit={unitText(field.ui, fields)} />;
}

/** A number whose unit another record has. */
function LoadedUnit({ owner, ...props }: CellProps & { readonly owner: NonNullable<ReturnType<typeof unitOwner>> }) {
  const unit = useNamedRecord(owner.kind, owner.id)?.fields[owner.field];
  return <PlainNumber {...props} unit={typeof unit === 'string' ? unit : undefined} />;
}

function PlainNumber({ field, value, fields, unit }: CellProps & { readonly unit: string | undefined }) {
  return <Num value={value as string} unit={unit} tone={warning(toneOf(field.ui, value, fields))} />;
}

/** Neutral numbers stay black: only what needs attention has a colour. */
const warning = (tone: ReturnType<typeof toneOf>) => (tone === 'warn' || tone === 'bad' ? tone : undefined);

function MoneyValue({ value }: CellProps) {
  return isMoney(value) ? <Money {...value} /> : <Num value={value as string} />;
}

function PercentValue({ field, value, fields }: CellProps) {
  return <Num value={value as string} unit="%" tone={warning(toneOf(field.ui, value, fields))} />;
}

function ProgressValue({ field, value, fields }: CellProps) {
  const share = Number(value) / (field.ui.unit === '%' ? 100 : 1);
  return <Progress label={field.title} value={share} showValue tone={toneOf(field.ui, value, fields)} />;
}

function DurationValue({ field, value, fields }: CellProps) {
  const unit = unitText(field.ui, fields) ?? 'min';
  return <span className={styles.number}>{durationText(Number(value), unit)}</span>;
}

function DateValue({ field, value, fields }: CellProps) {
  const tone = toneOf(field.ui, value, fields);
  const text = dateText(String(value), field.type);
  return (
    <time dateTime={String(value)} className={styles.text} data-tone={tone}>
      {text}
    </time>
  );
}

function RelativeValue({ value }: CellProps) {
  return <RelativeTime at={String(value)} />;
}

const VALUES: Readonly<Partial<Record<Widget, ComponentType<CellProps>>>> = {
  text: TextValue,
  markdown: MarkdownValue,
  number: NumberValue,
  quantity: NumberValue,
  money: MoneyValue,
  percent: PercentValue,
  progress: ProgressValue,
  duration: DurationValue,
  date: DateValue,
  relative: RelativeValue,
  status: StatusValue,
  color: ColorValue,
  swatch: ColorValue,
  image: ImageValue,
  file: FileValue,
  barcode: BarcodeValue,
  url: UrlValue,
  user: PersonValue,
  ref: RefValue,
  tree: TreeValue,
  tags: TagsValue,
  checklist: ChecklistValue,
  json: JsonValue,
  cel: BarcodeValue,
  rrule: TextValue,
  place: JsonValue,
  rating: RatingValue,
};

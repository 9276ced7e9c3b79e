import type { CubitRecord, UiKind } from '@cubit/web-client';
import { type Bound, type FieldFact, referenceFilter, type RelatedFact } from '@cubit/web-contract';
import { Num, Progress } from '@cubit/web-kit';
import type { ComponentType, ReactNode } from 'react';
import { useRecords } from '../app/queries.js';
import { useWorkspace } from '../app/workspace-context.js';
import { CellValue } from '../cells/CellValue.js';
import { isExpanded } from '../cells/is-expanded.js';
import { shareOf, toneOf } from '../cells/tone-of.js';
import { factsOf, isProgress } from './facts.js';
import type { EditableFieldProps } from './FieldRow.js';
import styles from './facts.module.css';

/** As many records as refer to one are read for their values. */
const READ = 50;

export interface RecordFactsProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  /** Draws a value that can be edited. Default: none can. */
  readonly editable?: ComponentType<EditableFieldProps>;
}

/** What one opens the page of a record for: up to six values, large, below its title. */
export function RecordFacts({ kind, record, editable = PlainField }: RecordFactsProps) {
  const facts = factsOf(kind, record);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map((fact) =>
        'kind' in fact ? (
          <RelatedRecords key={`${fact.kind} ${fact.field}`} fact={fact} record={record} />
        ) : (
          <FieldValue key={fact.field} {...{ kind, record, fact, editable }} />
        ),
      )}
    </dl>
  );
}

interface FactProps {
  readonly title: string;
  /** What an agent that points at the field finds. */
  readonly drive?: string;
  /** The value is edited. */
  readonly isEditing?: boolean;
  readonly children: ReactNode;
}

function Fact({ title, drive, isEditing = false, children }: FactProps) {
  return (
    <div className={styles.fact} data-field-row data-editing={isEditing || undefined} data-drive={drive}>
      <dt className={styles.title}>{title}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

/** A value that nobody edits here. */
function PlainField({ frame, children }: EditableFieldProps) {
  return frame(children, false);
}

interface FieldValueProps extends Required<RecordFactsProps> {
  readonly fact: FieldFact;
}

function FieldValue({ kind, record, fact, editable: Editable }: FieldValueProps) {
  const field = kind.fields.find(({ name }) => name === fact.field);
  if (field === undefined) return null;
  const title = fact.title ?? field.title;
  const value = record.fields[fact.field];
  const of = isProgress(field) ? (field.ui.unit === '%' ? 100 : 1) : fact.of;
  const share = of === undefined ? undefined : shareOf(value, of, record.fields);
  return (
    <Editable
      {...{ kind, record, field }}
      frame={(content, isEditing) => (
        <Fact {...{ title, isEditing }} drive={isEditing ? undefined : `field:${field.name}`}>
          {content}
        </Fact>
      )}
    >
      <span className={styles.parts}>
        {isProgress(field) ? (
          <Num value={Math.round((share ?? 0) * 100)} unit="%" />
        ) : (
          <CellValue {...{ kind, field, value }} fields={record.fields} />
        )}
        {share !== undefined && (
          <>
            {fact.of !== undefined && <Whole {...{ kind, record }} of={fact.of} />}
            <span className={styles.bar}>
              <Progress label={title} value={share} tone={toneOf(field.ui, value, record.fields)} />
            </span>
          </>
        )}
      </span>
    </Editable>
  );
}

/** `Minimum 50 pcs`, `of 100` */
function Whole({ kind, record, of }: Omit<FieldValueProps, 'fact' | 'editable'> & { readonly of: Bound }) {
  if (typeof of === 'number')
    return (
      <span className={styles.whole}>
        of <Num value={of} />
      </span>
    );
  const field = kind.fields.find(({ name }) => name === of);
  if (field === undefined) return null;
  return (
    <span className={styles.whole}>
      {field.title} <CellValue {...{ kind, field }} value={record.fields[of]} fields={record.fields} />
    </span>
  );
}

interface RelatedRecordsProps {
  readonly record: CubitRecord;
  readonly fact: RelatedFact;
}

/** The records that those name which refer to this one: the places of a part. */
function RelatedRecords({ record, fact }: RelatedRecordsProps) {
  const { kind: kindOf } = useWorkspace();
  const kind = kindOf(fact.kind);
  const field = kind?.fields.find(({ name }) => name === fact.field);
  const by = kind?.fields.find(({ name }) => name === fact.by);
  const refers = by && referenceFilter(by, record.id);
  const filter = fact.filter === undefined ? refers : `${refers ?? ''} && (${fact.filter})`;
  const { data } = useRecords(
    fact.kind,
    { filter, expand: [fact.field], limit: READ },
    refers !== undefined && field !== undefined,
  );
  if (!kind || !field || !data) return null;
  const named = data.data.map((related) => related.fields[fact.field]).filter((value) => isExpanded(value));
  const value = [...new Map(named.map((item) => [item.id, item])).values()];
  if (value.length === 0) return null;
  return (
    <Fact title={fact.title}>
      <CellValue {...{ kind, field, value }} fields={{}} />
    </Fact>
  );
}

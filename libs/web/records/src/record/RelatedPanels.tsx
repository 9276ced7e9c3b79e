import { type CubitRecord, pagePaths, type UiKind } from '@cubit/web-client';
import {
  fieldsReadBy,
  FIELD_FACTS,
  type FieldTypeName,
  type Panel as PanelHint,
  referenceFilter,
  typeHolds,
  typeHoldsOne,
} from '@cubit/web-contract';
import { Button, ErrorState, Icon, Panel, Skeleton } from '@cubit/web-kit';
import { useState } from 'react';
import { withSearch } from '../app/address.js';
import { useRecords } from '../app/queries.js';
import { useWorkspace } from '../app/workspace-context.js';
import { CellValue } from '../cells/CellValue.js';
import { isNumeric } from '../cells/widget-of.js';
import { repeatsTitle } from '../cells/says-more.js';
import { titleOf } from '../cells/value-text.js';
import { CreateDialog } from '../forms/dialogs/CreateDialog.js';
import { ScrolledTable } from './ScrolledTable.js';
import styles from './record.module.css';

const SHOWN = 8;
/** The most that one request answers. */
const SHOWN_OF_LEAD = 200;
const MOST_COLUMNS = 4;

export interface RelatedPanelsProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  /** Those that come before all others, whole, in place of the others. */
  readonly lead?: boolean;
}

/** Records of other kinds that refer to this one. */
export function RelatedPanels({ kind, record, lead: wanted = false }: RelatedPanelsProps) {
  const { kind: kindOf } = useWorkspace();
  const panels = (kind.ui.panels ?? []).filter(
    ({ kind: id, lead = false }) => lead === wanted && kindOf(id) !== undefined,
  );
  if (panels.length === 0) return null;
  return (
    <div className={styles.panels}>
      {panels.map((panel) => (
        <RelatedPanel key={`${panel.kind} ${panel.by}`} panel={panel} record={record} />
      ))}
    </div>
  );
}

function RelatedPanel({ panel, record }: { readonly panel: PanelHint; readonly record: CubitRecord }) {
  const { slug, kind: kindOf } = useWorkspace();
  const [creating, setCreating] = useState(false);
  const kind = kindOf(panel.kind);
  const fields = kind ? columnsOf(kind, panel) : [];
  const by = kind?.fields.find(({ name }) => name === panel.by);
  const filter = by && referenceFilter(by, record.id);
  const shown = panel.lead === true ? SHOWN_OF_LEAD : SHOWN;
  const read = new Set(fields.flatMap(({ name, ui }) => [name, ...fieldsReadBy(ui)]));
  // A record without a name of its own is called what its first field says.
  if (kind?.title_field === null && kind.ui.summary?.[0] !== undefined) read.add(kind.ui.summary[0]);
  const named = kind?.fields.filter(({ name, type }) => read.has(name) && typeHoldsOne(type, 'record')) ?? [];
  const expand = named.map(({ name }) => name);
  const { data, error, refetch } = useRecords(
    panel.kind,
    { filter, expand, limit: shown, count: 'exact' },
    filter !== undefined,
  );
  if (!kind || !by) return null;
  const all = withSearch(pagePaths.kind(slug, kind.id), { filter });
  const total = data?.total ?? 0;
  const create = panel.create === true && kind.can.create;
  const dialog = (
    <CreateDialog
      open={creating}
      kind={kind}
      initial={{ [panel.by]: referenceTo(record, by.type) }}
      onClose={() => setCreating(false)}
    />
  );
  const button = create && (
    <Button
      size="small"
      icon="plus"
      variant="quiet"
      label={`New ${kind.title.toLowerCase()}`}
      onPress={() => setCreating(true)}
    >
      New
    </Button>
  );
  if (data?.data.length === 0)
    return (
      <section className={styles.emptyPanel} aria-label={panel.title}>
        {kind.ui.icon !== undefined && <Icon name={kind.ui.icon} size={14} />}
        <h2 className={styles.emptyTitle}>{panel.title}</h2>
        <span className={styles.none}>None yet</span>
        {button}
        {dialog}
      </section>
    );
  return (
    <Panel
      title={panel.title}
      icon={kind.ui.icon}
      count={data?.total}
      flush={data !== undefined && data.data.length > 0}
      actions={button === false ? undefined : button}
      more={total > shown ? { text: `All ${total} ${kind.plural.toLowerCase()}`, href: all } : undefined}
    >
      {!data && !error && <Skeleton count={1} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && data.data.length > 0 && <RelatedTable {...{ kind, fields }} title={panel.title} records={data.data} />}
      {dialog}
    </Panel>
  );
}

/** The value of a reference of this type that names the record. */
function referenceTo({ kind, id }: CubitRecord, type: FieldTypeName): unknown {
  if (typeHolds(type, 'record_of_any_kind')) return { kind, id };
  return FIELD_FACTS[type].many === true ? [id] : id;
}

function columnsOf(kind: UiKind, { fields, by, lead }: PanelHint) {
  const names = fields ?? kind.ui.summary ?? [];
  const shown = names
    .filter((name) => name !== by && name !== kind.title_field)
    .slice(0, lead === true ? undefined : MOST_COLUMNS);
  return shown.flatMap((name) => kind.fields.find((field) => field.name === name) ?? []);
}

interface RelatedTableProps {
  readonly kind: UiKind;
  readonly fields: UiKind['fields'];
  readonly title: string;
  readonly records: readonly CubitRecord[];
}

function RelatedTable({ kind, fields: declared, title, records }: RelatedTableProps) {
  const { slug } = useWorkspace();
  // Lines of an order are called like their parts: one column has both.
  const namesake = declared.find(({ name }) =>
    records.every((record) => repeatsTitle(record.fields[name], titleOf(record, kind))),
  );
  const fields = declared.filter((field) => field !== namesake);
  return (
    <ScrolledTable title={title}>
      <thead>
        <tr>
          <th scope="col">{namesake?.title ?? kind.title}</th>
          {fields.map((field) => (
            <th key={field.name} scope="col" data-number={isNumeric(field) || undefined}>
              {field.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <tr key={record.id} data-row data-drive={`record:${kind.id}/${record.id}`}>
            <th scope="row">
              <a data-row-link href={pagePaths.record(slug, kind.id, record.id)}>
                {titleOf(record, kind)}
              </a>
            </th>
            {fields.map((field) => (
              <td key={field.name} data-number={isNumeric(field) || undefined}>
                <CellValue {...{ kind, field }} value={record.fields[field.name]} fields={record.fields} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrolledTable>
  );
}

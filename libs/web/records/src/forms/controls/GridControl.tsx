import { typeHolds } from '@cubit/web-contract';
import { Button, IconButton, useEdges } from '@cubit/web-kit';
import { FieldHelp, FieldWords, useField } from '@cubit/web-kit/forms';
import { Fragment, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { faultAt } from '../model/faults.js';
import type { Values } from '../model/condition.js';
import { isEmpty, PREPARED } from '../model/encode.js';
import { columnsOf, type FormField } from '../model/form-field.js';
import { referencesOf } from '../model/references.js';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import { useNestedForms } from './nested-forms.js';
import { useRecordOption } from './record-options.js';
import styles from './GridControl.module.css';

/** Shown values of a prepared row, and the member that names its record. */
export interface PreparedRow extends Values {
  readonly $prepared: true;
  /** The member with the record, which people cannot change. */
  readonly $record?: string;
  /** The title of the record. */
  readonly $title?: string;
  readonly $shown?: Readonly<Record<string, string>>;
  /** On the last row: how many entries are offered once these are sent. */
  readonly $left?: number;
}

/** Optional members beyond these wait behind a button. */
const MOST_COLUMNS = 4;

/** Objects of an array as rows. Enter moves down; on the last row it adds one. */
export function GridControl(control: ControlProps) {
  const { field, value, onChange, path, faults } = control;
  const own = fieldProps({ ...control, hideLabel: false });
  const ids = useField({ ...own, error: faultAt(faults, path) });
  const table = useFirstFocus(control.autoFocus === true);
  const rows = Array.isArray(value) ? (value as readonly Values[]) : [];
  const prepared = rows.some((row) => row[PREPARED] === true);
  const { shown, others, all, setAll } = useColumns(control, rows);
  const add = () => onChange([...rows, {}]);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!isPlainEnter(event)) return;
    event.preventDefault();
    if (!focusBelow(event.target as HTMLElement, table.current) && !prepared) {
      add();
      const target = event.target as HTMLElement;
      window.setTimeout(() => focusBelow(target, table.current));
    }
  };
  const infoTitles = titlesOfInfo(rows);
  return (
    <section className={styles.grid} aria-labelledby={ids.labelId} data-drive={`field:${field.name}`}>
      <div className={styles.head}>
        <FieldHelp ids={ids} description={own.description}>
          <h3 id={ids.labelId} className={styles.title}>
            {field.title}
            {field.required && <span aria-hidden="true"> *</span>}
          </h3>
        </FieldHelp>
        {others > 0 && (
          <Button size="small" variant="quiet" onPress={() => setAll(!all)} expanded={all}>
            {all ? 'Fewer columns' : `${others} more ${others === 1 ? 'column' : 'columns'}`}
          </Button>
        )}
      </div>
      {rows.length > 0 && (
        <ScrolledTable>
          <table ref={table} className={styles.table} aria-labelledby={ids.labelId} onKeyDown={onKeyDown}>
            <thead>
              <tr>
                {shown.map((column, position) => (
                  <Fragment key={column.name}>
                    <th scope="col" data-number={isNumber(column) || undefined}>
                      {column.title}
                      {column.required && <span aria-hidden="true"> *</span>}
                    </th>
                    {position === 0 &&
                      infoTitles.map((title) => (
                        <th key={title} scope="col" data-number>
                          {title}
                        </th>
                      ))}
                  </Fragment>
                ))}
                <th scope="col">
                  <span className={styles.hidden}>Row</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <GridRow
                  key={index}
                  {...{ control, row, index, columns: shown, infoTitles }}
                  onChange={(next) => onChange(rows.with(index, next))}
                  onRemove={() => onChange(rows.toSpliced(index, 1))}
                />
              ))}
            </tbody>
          </table>
        </ScrolledTable>
      )}
      <More rows={rows} onAdd={prepared ? undefined : add} />
      <FieldWords ids={ids} description={own.description} error={faultAt(faults, path)} />
    </section>
  );
}

interface MoreProps {
  readonly rows: readonly Values[];
  readonly onAdd: (() => void) | undefined;
}

/** A button for one more row, or how many entries wait for the next time. */
function More({ rows, onAdd }: MoreProps) {
  const left = (rows.at(-1) as PreparedRow | undefined)?.$left ?? 0;
  return (
    <>
      {left > 0 && <p className={styles.left}>{left} more come once these are sent.</p>}
      {onAdd && (
        <Button icon="plus" size="small" variant="quiet" onPress={onAdd}>
          Add row
        </Button>
      )}
    </>
  );
}

/** What the records of prepared rows have, in declared order, without what none of them has. */
function titlesOfInfo(rows: readonly Values[]): readonly string[] {
  const shown = rows.map((row) => (row as PreparedRow).$shown ?? {});
  const titles = new Set(shown.flatMap((values) => Object.keys(values)));
  return [...titles].filter((title) => shown.some((values) => (values[title] ?? '') !== ''));
}

/** A shadow shows that columns go on. */
function ScrolledTable({ children }: { readonly children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  useEdges(scroller);
  return (
    <div className={styles.edges}>
      <div className={styles.scroll} ref={scroller}>
        {children}
      </div>
    </div>
  );
}

/** Ctrl+Enter sends the form; a text of several lines and a button take Enter themselves. */
function isPlainEnter({ key, ctrlKey, metaKey, defaultPrevented, nativeEvent, target }: KeyboardEvent): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLButtonElement) return false;
  return key === 'Enter' && !ctrlKey && !metaKey && !defaultPrevented && !nativeEvent.isComposing;
}

/** A table that, where it is wanted, begins with the focus in its first row. */
function useFirstFocus(wanted: boolean): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (wanted) focusControl(table.current?.querySelector('tbody'));
  }, [wanted]);
  return table;
}

const isNumber = ({ type }: FormField) => typeHolds(type, 'number');

function useColumns({ field, faults, path }: ControlProps, rows: readonly Values[]) {
  const [all, setAll] = useState(false);
  const columns = columnsOf(field) ?? [];
  const isUsed = ({ name }: FormField) =>
    rows.some((row, index) => !isEmpty(row[name]) || faultAt(faults, `${path}/${index}/${name}`, true) !== undefined);
  const first = [...columns.filter(({ required }) => required), ...columns.filter(({ required }) => !required)].slice(
    0,
    MOST_COLUMNS,
  );
  const shown = columns.filter((column) => all || column.required || first.includes(column) || isUsed(column));
  return {
    shown,
    others: all ? Math.max(0, columns.length - first.length) : columns.length - shown.length,
    all,
    setAll,
  };
}

interface GridRowProps {
  readonly control: ControlProps;
  readonly row: Values;
  readonly index: number;
  readonly columns: readonly FormField[];
  readonly infoTitles: readonly string[];
  readonly onChange: (row: Values) => void;
  readonly onRemove: () => void;
}

function GridRow({ control, row, index, columns, infoTitles, onChange, onRemove }: GridRowProps) {
  const { FieldControl } = useNestedForms();
  const { $record: fixed, $shown: info = {}, $title: title } = row as PreparedRow;
  const rowFault = faultAt(control.faults, `${control.path}/${index}`);
  return (
    <tr data-fault={rowFault === undefined ? undefined : true}>
      {columns.map((column, position) => (
        <Fragment key={column.name}>
          {column.name === fixed ? (
            <th scope="row" className={styles.fixed}>
              {title ?? <RecordTitle kind={String(column.schema['x-kind'])} id={String(row[column.name])} />}
              {rowFault !== undefined && <span className={styles.fault}>{rowFault}</span>}
            </th>
          ) : (
            <td data-type={column.type} data-title={column.title}>
              <FieldControl
                field={column}
                value={row[column.name]}
                onChange={(next) => onChange({ ...row, [column.name]: next })}
                path={`${control.path}/${index}/${column.name}`}
                faults={control.faults}
                siblings={{ ...control.siblings, ...row }}
                references={{ ...control.references, ...referencesOf(columns) }}
                density="grid"
              />
            </td>
          )}
          {position === 0 && <InfoCells titles={infoTitles} values={info} />}
        </Fragment>
      ))}
      <td className={styles.tools}>
        {fixed === undefined ? (
          <IconButton icon="x" size="small" label={`Remove row ${index + 1}`} onPress={onRemove} />
        ) : (
          <IconButton icon="x" size="small" label={`Leave out ${title ?? `row ${index + 1}`}`} onPress={onRemove} />
        )}
      </td>
    </tr>
  );
}

interface InfoCellsProps {
  readonly titles: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

/** What the record of a prepared row has, behind its title. */
function InfoCells({ titles, values }: InfoCellsProps) {
  return titles.map((title) => (
    <td key={title} className={styles.info} data-title={title}>
      {values[title]}
    </td>
  ));
}

function RecordTitle({ kind, id }: { readonly kind: string; readonly id: string }) {
  return useRecordOption({ kind, id })?.title ?? '…';
}

const CONTROLS = 'input, select, textarea';

/** Focuses the control of the same column one row further down; false on the last row. */
function focusBelow(from: HTMLElement, table: HTMLTableElement | null): boolean {
  const cell = from.closest('td');
  const row = cell?.closest('tr');
  const below = row?.nextElementSibling;
  if (!table || !cell || !row || !below) return false;
  return focusControl(below.children[[...row.children].indexOf(cell)]);
}

/** Focuses the first control in an element, with its text selected: what is typed replaces it. */
function focusControl(element: Element | null | undefined): boolean {
  const control = element?.querySelector<HTMLElement>(CONTROLS);
  control?.focus();
  if (control instanceof HTMLInputElement) control.select();
  return control !== null && control !== undefined;
}

import { TextField } from '@cubit/web-kit/forms';
import { useId } from 'react';
import { type BadRow, type BadRows, cellText, cellValue, isBadCell } from './bad-rows.js';
import type { Mapping } from './import-types.js';
import { rowFaultText, type TitleOf } from './target-words.js';
import styles from './ImportPage.module.css';

export interface BadRowsTableProps {
  readonly bad: BadRows;
  readonly mapping: Mapping;
  readonly titleOf: TitleOf;
  readonly onEdit: (row: BadRow) => void;
}

/** More are corrected in the downloaded file. */
const MOST_ROWS = 100;

/** The rows that were refused, each with its reasons, to be corrected in place. */
export function BadRowsTable({ bad, mapping, titleOf, onEdit }: BadRowsTableProps) {
  const { columns } = bad;
  const id = useId();
  const rows = bad.rows.slice(0, MOST_ROWS);
  return (
    <>
      <div className={styles.scroll} role="region" aria-label="Rows to correct" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">What is wrong</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.number}>
                <th scope="row">{row.number}</th>
                <td id={`${id}-${row.number}`} className={styles.reasons}>
                  <Reasons row={row} titleOf={titleOf} />
                </td>
                {columns.map((column) => (
                  <td key={column} className={styles.cell}>
                    <TextField
                      label={`${column} of row ${row.number}`}
                      hideLabel
                      value={cellText(row.cells[column])}
                      errorAt={isBadCell(row, column, mapping) ? `${id}-${row.number}` : undefined}
                      onChange={(text) =>
                        onEdit({ ...row, cells: { ...row.cells, [column]: cellValue(text, row.cells[column]) } })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {bad.rows.length > MOST_ROWS && (
        <p className={styles.note}>
          {`${bad.rows.length - MOST_ROWS} more rows are in the file: download it, correct them there, and import it.`}
        </p>
      )}
    </>
  );
}

/** A line for each fault; of a row whose faults the answer does not have, what the file says. */
function Reasons({ row, titleOf }: { readonly row: BadRow; readonly titleOf: TitleOf }) {
  if (row.faults.length === 0) return row.reasons;
  return (
    <ul className={styles.faults}>
      {row.faults.map((fault) => (
        <li key={`${fault.path} ${fault.message}`}>{rowFaultText(fault, titleOf)}</li>
      ))}
    </ul>
  );
}

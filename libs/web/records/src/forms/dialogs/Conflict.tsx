import type { CubitRecord, UiKind } from '@cubit/web-client';
import { Banner } from '@cubit/web-kit';
import type { ReactNode } from 'react';
import { CellValue } from '../../cells/CellValue.js';
import { same } from '../model/merge-patch.js';
import type { FormField } from '../model/form-field.js';
import type { Values } from '../model/condition.js';
import styles from './FormDialog.module.css';

export interface ConflictingValue {
  readonly field: FormField;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Fields that both changed since `base`, differently. */
export function conflictsOf(
  fields: readonly FormField[],
  { base, mine, theirs }: { readonly base: CubitRecord; readonly mine: Values; readonly theirs: CubitRecord },
): readonly ConflictingValue[] {
  return fields
    .map((field) => ({ field, mine: mine[field.name], theirs: theirs.fields[field.name] }))
    .filter(({ field, mine: own, theirs: other }) => {
      const was = base.fields[field.name];
      return !same(own, was) && !same(other, was) && !same(own, other);
    });
}

export interface ConflictProps {
  readonly kind: UiKind;
  /** The other fields, for units. */
  readonly fields: Values;
  readonly conflicts: readonly ConflictingValue[];
  /** The buttons. */
  readonly children: ReactNode;
}

/** Both values of what two people changed at the same time. */
export function Conflict({ conflicts, children, ...shown }: ConflictProps) {
  return (
    <Banner tone="warn">
      Another change was faster.
      <table className={styles.conflict}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Mine</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map(({ field, mine, theirs }) => (
            <tr key={field.name}>
              <th scope="row">{field.title}</th>
              <td>
                <ConflictValue {...shown} name={field.name} value={mine} />
              </td>
              <td>
                <ConflictValue {...shown} name={field.name} value={theirs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.buttons}>{children}</div>
    </Banner>
  );
}

interface ConflictValueProps extends Pick<ConflictProps, 'kind' | 'fields'> {
  readonly name: string;
  readonly value: unknown;
}

function ConflictValue({ kind, fields, name, value }: ConflictValueProps) {
  const field = kind.fields.find((other) => other.name === name);
  const isMissing = value === undefined || value === null || value === '';
  return field && !isMissing ? <CellValue {...{ kind, fields, field, value }} /> : <span>Nothing</span>;
}

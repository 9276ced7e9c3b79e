import type { UiField, UiKind } from '@cubit/web-client';
import { CellValue } from '../cells/CellValue.js';
import type { Entry } from '../cells/entry-columns.js';
import { isEmpty } from '../forms/model/encode.js';
import { fieldsOfSchema, shownMember } from '../forms/model/form-field.js';
import styles from './record.module.css';

export interface MembersValueProps {
  readonly kind: UiKind;
  readonly field: UiField;
  readonly value: Entry;
}

/** The values of an object, each below the title of its member. */
export function MembersValue({ kind, field, value }: MembersValueProps) {
  const members = fieldsOfSchema(field.schema).filter(({ name }) => !isEmpty(value[name]));
  return (
    <dl className={styles.members}>
      {members.map((member) => (
        <div key={member.name} className={styles.member}>
          <dt>{member.title}</dt>
          <dd>
            <CellValue {...{ kind, field: shownMember(member), fields: value }} value={value[member.name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

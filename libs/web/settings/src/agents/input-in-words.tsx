import { useWorkspace } from '@cubit/web-records';
import type { ReactNode } from 'react';
import { Shown } from '../wires/builder/Shown.js';
import { inputFields } from '../wires/builder/wire-values.js';
import type { Approval } from './approval.js';

export interface InputInWords {
  readonly name: string;
  readonly title: string;
  readonly value: ReactNode;
}

/** What an agent sends, by the titles of the action's form. What the form does not have stands as it is sent. */
export function useInputInWords({ action, input }: Pick<Approval, 'action' | 'input'>): readonly InputInWords[] {
  const { action: actionOf } = useWorkspace();
  const offered = actionOf(action.id);
  const fields = offered ? inputFields(offered, offered, input) : [];
  return Object.entries(input).map(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    return {
      name,
      title: field?.title ?? name,
      value: field ? <Shown {...{ field, value }} /> : typeof value === 'string' ? value : JSON.stringify(value),
    };
  });
}

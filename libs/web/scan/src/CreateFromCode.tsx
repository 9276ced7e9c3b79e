import { isApiError, type UiKind } from '@cubit/web-client';
import { Button } from '@cubit/web-kit';
import { Form, Select, TextField } from '@cubit/web-kit/forms';
import { queryKeys, useWorkspace } from '@cubit/web-records';
import { useRecordChanges, useRefresh } from '@cubit/web-records/changes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { withCode } from './scan-field.js';

export interface CodeOfKindsProps {
  readonly code: string;
  readonly kinds: readonly UiKind[];
}

/** A new record with the code: its title is all that is asked. */
export function CreateFromCode({ code, kinds }: CodeOfKindsProps) {
  const { slug } = useWorkspace();
  const changes = useRecordChanges();
  const refresh = useRefresh();
  const [kindId, setKindId] = useState(kinds[0]?.id);
  const [title, setTitle] = useState('');
  const kind = kinds.find(({ id }) => id === kindId);
  const create = useMutation({
    mutationFn: (of: UiKind) =>
      changes.create(of.id, { fields: { [of.title_field ?? '']: title, ...withCode(of, code) } }),
    onSuccess: () => refresh(queryKeys.scans(slug)),
  });
  const { error } = create;
  const fault = isApiError(error) ? (error.details[0]?.message ?? error.message) : error?.message;
  if (!kind) return null;
  return (
    <Form label="Create" onSubmit={() => create.mutate(kind)}>
      {kinds.length > 1 && (
        <Select
          label="Create a"
          required
          value={kindId}
          onChange={setKindId}
          choices={kinds.map((each) => ({ id: each.id, title: each.title }))}
        />
      )}
      <TextField
        label={kind.fields.find(({ name }) => name === kind.title_field)?.title ?? 'Title'}
        required
        value={title}
        onChange={setTitle}
        error={fault}
      />
      <div>
        <Button type="submit" icon="plus" pending={create.isPending}>
          {`Create ${kind.title.toLowerCase()}`}
        </Button>
      </div>
    </Form>
  );
}

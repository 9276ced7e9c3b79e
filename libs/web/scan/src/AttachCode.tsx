import { apiPaths, type CubitRecord, type Page } from '@cubit/web-client';
import { Button } from '@cubit/web-kit';
import { ComboBox, Form, type Option } from '@cubit/web-kit/forms';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useChanges, useRecordChanges, useRefresh } from '@cubit/web-records/changes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodeOfKindsProps } from './CreateFromCode.js';
import { withCode } from './scan-field.js';

interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
}

/** Gives the code to a record that exists. */
export function AttachCode({ code, kinds }: CodeOfKindsProps) {
  const { api } = useApp();
  const { path, kind: kindOf } = useWorkspace();
  const [chosen, setChosen] = useState<Option>();
  const attach = useAttach(code);
  const load = async (q: string, signal: AbortSignal) => {
    if (q.trim() === '') return [];
    const query = { q, kinds: kinds.map(({ id }) => id), limit: 20 };
    const { data } = await api.get<Page<Hit>>(path('/search'), { query, signal });
    return data.map(({ kind, id, title }) => ({ id: `${kind} ${id}`, title, hint: kindOf(kind)?.title ?? kind }));
  };
  return (
    <Form label="Attach" onSubmit={() => chosen && attach.mutate(chosen.id)}>
      <ComboBox
        label="Attach the code to"
        value={chosen}
        onChange={setChosen}
        load={load}
        placeholder="Find a record"
      />
      <div>
        <Button
          type="submit"
          icon="link"
          pending={attach.isPending}
          disabledReason={chosen ? undefined : 'Choose the record first.'}
        >
          Attach
        </Button>
      </div>
    </Form>
  );
}

function useAttach(code: string) {
  const { api } = useApp();
  const { slug, kind: kindOf } = useWorkspace();
  const changes = useRecordChanges();
  const { fail } = useChanges();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (option: string) => {
      const [kindId = '', id = ''] = option.split(' ');
      const kind = kindOf(kindId);
      if (!kind) return;
      const before = await api.get<CubitRecord>(apiPaths.record(slug, kindId, id));
      const change = { fields: withCode(kind, code, before) };
      await changes.update(before, change, { text: `Attached ${code} to “${before.title}”` });
    },
    onError: fail,
    onSuccess: () => refresh(queryKeys.scans(slug)),
  });
}

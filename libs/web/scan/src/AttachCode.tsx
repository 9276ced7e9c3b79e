import { apiPaths, type CubitRecord, type Page } from '@cubit/web-client';
import { Button } from '@cubit/web-kit';
import { ComboBox, Form, type Option } from '@cubit/web-kit/forms';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodeOfKindsProps } from './CreateFromCode.js';
import { scanField, withCode } from './scan-field.js';
import { useReport } from './use-run-action.js';

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
  const queries = useQueryClient();
  const report = useReport();
  return useMutation({
    mutationFn: async (option: string) => {
      const [kindId = '', id = ''] = option.split(' ');
      const kind = kindOf(kindId);
      if (!kind) return;
      const address = apiPaths.record(slug, kindId, id);
      const before = await api.get<CubitRecord>(address);
      const headers = { 'if-match': `"${before.version}"` };
      await api.patch(address, { fields: withCode(kind, code, before) }, { headers });
      const name = scanField(kind)?.name ?? '';
      report(`Attached ${code} to ${before.title}`, () =>
        api.patch(address, { fields: { [name]: before.fields[name] ?? null } }),
      );
    },
    onError: (error) => report.failed(error),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['scan', slug] }),
  });
}

import { defineJob, fail } from '@cubit/core';
import { Type } from 'typebox';
import { settings } from '../settings.ts';
import { cut } from './cut.kind.ts';

export const report = defineJob({
  id: 'laser:report',
  description: 'Reports a finished cut to the log of the settings.',
  input: Type.Object({ cut: Type.String(), minutes: Type.Number() }),
  settings,
  async run({ fetch, key, transaction, settings: { report_url, report_key } }, input) {
    // It was cleared while the job waited.
    if (report_url === '') return;
    const { title } = await transaction(({ records }) => records.get(cut, input.cut));
    const { ok, status } = await fetch(report_url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(report_key !== null && { authorization: `Bearer ${report_key}` }),
      },
      body: JSON.stringify({ cut: title, minutes: input.minutes }),
    });
    if (!ok) fail('upstream_failed', `The log answered ${status}.`);
  },
});

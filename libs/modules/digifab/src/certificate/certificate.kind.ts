import {
  compact,
  computed,
  DAY_MS,
  defineKind,
  Field,
  fixed,
  foreignKind,
  type KindDefinition,
  type RecordOf,
  storedInstant,
} from '@cubit/core';
import { Type } from 'typebox';
import { certificateExpired, certificateExpiring } from '../events/machine-events.js';

const certificateFields = Type.Object({
  title: Field.text({
    title: 'Title',
    minLength: 1,
    description: 'What is certified, for example `Calibration of caliper 0042`.',
  }),
  on: fixed(Field.anyRef({ title: 'On', description: 'The machine, tool, place or other record that it is for.' })),
  number: Type.Optional(Field.text({ title: 'Number', description: 'Number on the certificate.' })),
  issued_by: Type.Optional(
    Field.text({ title: 'Issued by', description: 'Who issued it, for example the laboratory.' }),
  ),
  issued_on: Type.Optional(Field.date({ title: 'Issued on', description: 'Date of issue on the certificate.' })),
  expires_on: Field.date({ title: 'Expires on', description: 'The last day on which it is valid.' }),
  remind_days: Field.integer({
    title: 'Remind before (days)',
    minimum: 0,
    maximum: 3_650,
    default: 30,
    description: 'How many days before it expires members are notified.',
  }),
  file: Type.Optional(Field.file({ title: 'File', description: 'The certificate itself.' })),
  notes: Type.Optional(Field.longtext({ title: 'Notes', description: 'Internal notes.' })),
  state: computed(
    Field.enum(['valid', 'expiring', 'expired'], {
      title: 'State',
      default: 'valid',
      description: '`expiring` in the last `remind_days` days before it expires.',
    }),
  ),
  check_at: Type.Optional(
    computed(Field.datetime({ title: 'Next check', ui: { hidden: true }, description: 'When `state` changes next.' })),
  ),
});

export type CertificateKind = KindDefinition<'digifab:certificate', typeof certificateFields>;
type CertificateFields = RecordOf<CertificateKind>['fields'];

/** The kind without hooks, for the sweep. */
export const certificateRecord: CertificateKind = foreignKind('digifab:certificate', certificateFields);

export const certificate = defineKind({
  id: 'digifab:certificate',
  title: ['Certificate', 'Certificates'],
  description: 'A certificate of a machine, a tool or a place, such as a calibration, with its file and its expiry.',
  fields: certificateFields,
  titleField: 'title',
  search: ['number', 'issued_by'],
  index: ['expires_on', 'check_at'],
  emits: [certificateExpiring, certificateExpired],
  ui: {
    icon: 'file',
    summary: ['on', 'expires_on', 'state'],
    calendar: { start: 'expires_on' },
    empty: 'A certificate belongs to a tool, a machine or a place, and reminds before it expires.',
  },
  example: {
    title: 'Calibration of caliper 0042',
    on: { kind: 'inventory:stock_item', id: '0192f0c1-2d3e-7000-8000-000000000005' },
    expires_on: '2026-06-30',
  },
  beforeWrite({ now }, drafts) {
    for (const draft of drafts) {
      if (draft.operation === 'delete') continue;
      const { check_at: _, ...fields } = draft.fields;
      draft.fields = { ...fields, ...stateOf(fields, now, draft.path('expires_on')) };
    }
  },
  onWrite({ emit }, changes) {
    for (const { operation, before, after } of changes) {
      const { state, title, on, expires_on: expiresOn } = after.fields;
      if (operation === 'delete' || state === 'valid' || before?.fields.state === state) continue;
      const event = state === 'expired' ? certificateExpired : certificateExpiring;
      emit(event, { certificateId: after.id, title, on, expiresOn });
    }
    return Promise.resolve();
  },
});

/** The state now, and when it changes next. */
function stateOf(
  { expires_on, remind_days }: Pick<CertificateFields, 'expires_on' | 'remind_days'>,
  now: Date,
  path: string,
): Pick<CertificateFields, 'state' | 'check_at'> {
  const end = Date.parse(expires_on) + DAY_MS;
  const reminder = Date.parse(expires_on) - remind_days * DAY_MS;
  if (now.getTime() >= end) return { state: 'expired' };
  const state = now.getTime() >= reminder ? 'expiring' : 'valid';
  return compact({ state, check_at: storedInstant(state === 'valid' ? reminder : end, path) }) as Pick<
    CertificateFields,
    'state' | 'check_at'
  >;
}

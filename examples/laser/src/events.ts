import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';

const exampleId = '018f4e3a-0000-7000-8000-000000000001';

export const cutFinished = defineEvent({
  name: 'laser.cut.finished',
  title: 'Cut finished',
  description: 'A cut was finished, and its minutes were added to its machine.',
  payload: Type.Object({
    cutId: Field.ref('laser:cut', { onDelete: 'keep', title: 'Cut', description: 'The cut that is done.' }),
    cutName: Field.text({ title: 'Name', description: 'Its name at that time.' }),
    minutes: Field.decimal({ title: 'Minutes', description: 'How long the laser was on.' }),
  }),
  example: { cutId: exampleId, cutName: 'Front panel', minutes: 12 },
});

export const serviceDue = defineEvent({
  name: 'laser.machine.service_due',
  title: 'Service due',
  description: 'A machine has run longer since its last service than the setting allows.',
  payload: Type.Object({
    machineId: Field.ref('laser:machine', { onDelete: 'keep', title: 'Machine', description: 'What needs service.' }),
    machineName: Field.text({ title: 'Name', description: 'Its name at that time.' }),
  }),
  example: { machineId: exampleId, machineName: 'Big laser' },
});

import { Select } from '@cubit/web-kit/forms';
import { patchNode } from '../model/edit-plan.js';
import { UNITS } from '../model/plan.js';
import { useEditor } from '../view/editor-context.js';
import { NameField } from './NameField.js';

const UNIT_CHOICES = UNITS.map((id) => ({ id, title: id }));

/** What belongs to the whole plan: its site, and the unit in which lengths are shown. */
export function PlanFields() {
  const { editor, state, unit } = useEditor();
  const setSite = (name: string) => {
    const site = name.trim() === '' ? undefined : { ...editor.plan.site, name };
    editor.edit(patchNode(editor.plan, '', { site }), 'site');
  };
  return (
    <>
      <NameField label="Site" value={state.plan.site?.name ?? ''} optional onChange={setSite} />
      <Select
        label="Lengths in"
        required
        value={unit}
        choices={UNIT_CHOICES}
        onChange={(id) => editor.edit(patchNode(editor.plan, '', { units_entered: id ?? unit }))}
      />
    </>
  );
}

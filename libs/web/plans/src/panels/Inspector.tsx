import { Button } from '@cubit/web-kit';
import { duplicateNode, patchNode, removeNode } from '../model/edit-plan.js';
import { type NodeType, TYPE_TITLES } from '../model/plan.js';
import { nodeAt } from '../model/pointer.js';
import { NAME_ID, useEditor } from '../view/editor-context.js';
import { ContainerFields } from './ContainerFields.js';
import { OpeningFields, WallFields } from './LineFields.js';
import { NameField } from './NameField.js';
import { PlanFields } from './PlanFields.js';
import { Problems } from './Problems.js';
import { RoomFields } from './RoomFields.js';
import { BinFields, ShelfFields, ZoneFields } from './SmallFields.js';
import styles from './panels.module.css';

/** All of what is selected, as names and numbers; of the plan while nothing is. */
export function Inspector() {
  const { state } = useEditor();
  const { plan, selected } = state;
  const found = selected === null ? undefined : nodeAt(plan, selected);
  return (
    <div className={styles.inspector}>
      {found && selected !== null ? (
        <>
          <h2 className={styles.heading}>{TYPE_TITLES[found.type]}</h2>
          {'name' in found.node && <Name key={selected} pointer={selected} name={found.node.name} />}
          {found.type === 'room' && <RoomFields key={`of ${selected}`} pointer={selected} room={found.node} />}
          {found.type === 'wall' && <WallFields key={`of ${selected}`} pointer={selected} wall={found.node} />}
          {found.type === 'opening' && <OpeningFields key={`of ${selected}`} pointer={selected} opening={found.node} />}
          {found.type === 'zone' && <ZoneFields key={`of ${selected}`} pointer={selected} zone={found.node} />}
          {found.type === 'container' && (
            <ContainerFields key={`of ${selected}`} pointer={selected} container={found.node} />
          )}
          {found.type === 'shelf' && <ShelfFields key={`of ${selected}`} pointer={selected} shelf={found.node} />}
          {found.type === 'bin' && <BinFields key={`of ${selected}`} pointer={selected} bin={found.node} />}
          <NodeButtons pointer={selected} type={found.type} />
        </>
      ) : (
        <>
          <h2 className={styles.heading}>Plan</h2>
          <PlanFields />
        </>
      )}
      <Problems />
    </div>
  );
}

function Name({ pointer, name }: { readonly pointer: string; readonly name: string }) {
  const { editor } = useEditor();
  return (
    <div id={NAME_ID}>
      <NameField
        label="Name"
        value={name}
        leadsBack
        onChange={(next) => editor.edit(patchNode(editor.plan, pointer, { name: next }), `name ${pointer}`)}
      />
    </div>
  );
}

function NodeButtons({ pointer, type }: { readonly pointer: string; readonly type: NodeType }) {
  const { editor, show } = useEditor();
  const duplicate = () => {
    const edit = duplicateNode(editor.plan, pointer);
    editor.edit(edit);
    if (edit.selected !== null) show(edit.selected);
  };
  return (
    <div className={styles.buttons}>
      {type !== 'opening' && (
        <Button size="small" icon="copy" keys="mod+d" hint="Duplicate" onPress={duplicate}>
          Duplicate
        </Button>
      )}
      <Button
        size="small"
        icon="trash-2"
        keys="delete"
        hint="Delete"
        onPress={() => editor.edit(removeNode(editor.plan, pointer))}
      >
        Delete
      </Button>
    </div>
  );
}

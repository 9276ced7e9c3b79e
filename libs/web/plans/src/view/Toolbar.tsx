import { Button, type IconName, IconButton } from '@cubit/web-kit';
import { TOOLS, type Tool } from '../model/gesture.js';
import { useEditor } from './editor-context.js';
import styles from './view.module.css';

interface ToolLook {
  readonly title: string;
  readonly icon: IconName;
  readonly key: string;
}

export const TOOL_LOOKS: Readonly<Record<Tool, ToolLook>> = {
  select: { title: 'Select', icon: 'locate', key: 'v' },
  room: { title: 'Room', icon: 'square', key: 'r' },
  wall: { title: 'Wall', icon: 'minus', key: 'w' },
  door: { title: 'Door', icon: 'door-open', key: 'd' },
  zone: { title: 'Zone', icon: 'scan-line', key: 'z' },
  container: { title: 'Rack', icon: 'archive', key: 'b' },
  row: { title: 'Row', icon: 'columns-3', key: 'a' },
};

/** The tools, and what takes back and repeats changes. */
export function PlanToolbar() {
  const { editor, state, tool, setTool, isCompact, setSide } = useEditor();
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Tools" data-sideways>
      {isCompact && (
        <>
          <IconButton icon="list-tree" size="small" label="Contents" onPress={() => setSide('tree')} />
          <IconButton icon="sliders-horizontal" size="small" label="Details" onPress={() => setSide('inspector')} />
          <span className={styles.rule} />
        </>
      )}
      {TOOLS.map((id) => (
        <Button
          key={id}
          size="small"
          variant={id === tool ? 'plain' : 'quiet'}
          icon={TOOL_LOOKS[id].icon}
          pressed={id === tool}
          keys={TOOL_LOOKS[id].key}
          hint={TOOL_LOOKS[id].title}
          onPress={() => setTool(id)}
        >
          {TOOL_LOOKS[id].title}
        </Button>
      ))}
      <span className={styles.rule} />
      <IconButton
        icon="undo-2"
        size="small"
        label="Undo"
        keys="mod+z"
        disabledReason={state.canUndo ? undefined : 'Nothing to undo.'}
        onPress={editor.undo}
      />
      <IconButton
        icon="redo-2"
        size="small"
        label="Redo"
        keys="mod+shift+z"
        disabledReason={state.canRedo ? undefined : 'Nothing to redo.'}
        onPress={editor.redo}
      />
    </div>
  );
}

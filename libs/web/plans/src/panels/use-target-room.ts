import { roomOf } from '../model/pointer.js';
import { useEditor } from '../view/editor-context.js';

/** The room that numbers are meant for: that of what is selected, else the first. */
export function useTargetRoom() {
  const { state } = useEditor();
  const index = state.selected === null ? 0 : roomOf(state.selected);
  const room = state.plan.rooms[index];
  return { index, room, reason: room ? undefined : 'Draw a room first.' };
}

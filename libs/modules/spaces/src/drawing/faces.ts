import type { Container, Room } from '../floorplan/floorplan.js';
import { isHighlighted, type Highlight } from './highlight.js';
import type { IndexedRoom } from './sheet-layout.js';

/** A container with a front, and its position in the document. */
export interface Face {
  readonly container: Container;
  readonly pointer: string;
  readonly room: Room;
}

/** Containers with shelves, in document order. */
export function facesOf(rooms: readonly IndexedRoom[]): readonly Face[] {
  const faces: Face[] = [];
  const visit = (containers: readonly Container[], path: string, room: Room): void => {
    for (const [index, container] of containers.entries()) {
      const pointer = `${path}/${index}`;
      if (container.face?.shelves?.length) faces.push({ container, pointer, room });
      visit(container.containers ?? [], `${pointer}/containers`, room);
    }
  };
  for (const { room, index } of rooms) visit(room.containers ?? [], `/rooms/${index}/containers`, room);
  return faces;
}

/** The front that shows the highlighted location: its own, or that of the nearest container around it. */
export function wantedFace(faces: readonly Face[], highlight: Highlight): Face | null {
  if (highlight === null) return null;
  const around = faces.filter(
    ({ pointer }) => isHighlighted(highlight, pointer) || highlight.startsWith(`${pointer}/containers/`),
  );
  return around.toSorted((a, b) => b.pointer.length - a.pointer.length)[0] ?? null;
}

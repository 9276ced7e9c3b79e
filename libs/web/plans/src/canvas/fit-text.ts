export const LABEL_PX = 11;
/** The mean width of a character, as a share of the size of the type. */
const CHARACTER = 0.57;
const LEAST_CHARACTERS = 2;

/** A name that is cut off where it would not fit; '' where nothing does. */
export function fitText(name: string, width: number, size: number): string {
  const room = Math.floor(width / (size * CHARACTER));
  if (name.length <= room) return name;
  return room < LEAST_CHARACTERS ? '' : `${name.slice(0, room - 1)}…`;
}

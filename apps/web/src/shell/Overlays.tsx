import { Palette } from '@cubit/web-search';
import { useApp, useWatched } from '@cubit/web-records';
import { FocusKeeper } from './FocusKeeper.js';
import { KeyHelp } from './KeyHelp.js';
import { Scanned } from './Scanned.js';
import { SessionDialog } from './SessionDialog.js';
import { ShellKeys } from './ShellKeys.js';
import { UndoKey } from './UndoKey.js';
import { closeOverlay, overlay } from './shell-state.js';

/** What the first page does not need: keys, and what opens over the page: palette, list of keys, what was scanned, a password. */
export function Overlays() {
  const { api } = useApp();
  const open = useWatched(overlay);
  const session = useWatched(api.session);
  return (
    <>
      <ShellKeys />
      <UndoKey />
      <FocusKeeper />
      <Palette open={open === 'palette'} onClose={closeOverlay} />
      <KeyHelp open={open === 'keys'} onClose={closeOverlay} />
      <Scanned />
      <SessionDialog open={session === 'signed-out'} />
    </>
  );
}

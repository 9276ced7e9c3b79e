import { codeAddress, printedCode, QUIET_MODULES, qrSquares } from '@cubit/labels/codes';
import { type CubitRecord, splitId, type UiKind } from '@cubit/web-client';
import { CopyText, Dialog } from '@cubit/web-kit';
import { titleOf } from '../cells/value-text.js';
import styles from './QrDialog.module.css';

export interface QrDialogProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  readonly onClose: () => void;
}

/** The code of a record for the camera of a phone: its address opens the record. */
export function QrDialog({ kind, record, onClose }: QrDialogProps) {
  const letter = splitId(kind.id).name.charAt(0).toUpperCase();
  const address = codeAddress(location.origin, printedCode(letter, record.id));
  return (
    <Dialog open title="QR code" size="small" onClose={onClose}>
      <div className={styles.code}>
        <QrImage text={address} label={`QR code of ${titleOf(record, kind)}`} />
        <p className={styles.note}>The camera of a phone opens {titleOf(record, kind)}; so does the scan page.</p>
        <CopyText text={address} label="Copy the address" />
      </div>
    </Dialog>
  );
}

function QrImage({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, runs } = qrSquares(text);
  const side = size + 2 * QUIET_MODULES;
  const path = runs.map(
    ({ row, column, length }) => `M${column + QUIET_MODULES} ${row + QUIET_MODULES}h${length}v1h-${length}z`,
  );
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={styles.image}
    >
      <path d={path.join('')} />
    </svg>
  );
}

import { Button } from '@cubit/web-kit';
import { useEffect, useRef } from 'react';
import type { DrawnRow } from '../model/gesture.js';
import { countOf, patternFor } from '../model/names.js';
import { fits, MOST_IN_ROW, replaceRow, type Row, rowStep } from '../model/rows.js';
import { focusCanvas, useEditor } from '../view/editor-context.js';
import { CountField } from './CountField.js';
import { LengthField } from './LengthField.js';
import { NameField } from './NameField.js';
import styles from './panels.module.css';

/** The row that was just drawn: each change of a number draws it again, and all of it is one step of Undo. */
export function RowEditor({ drawn }: { readonly drawn: DrawnRow }) {
  const { editor, setRow, isCompact } = useEditor();
  const count = useRef<HTMLInputElement>(null);
  const { row, first } = drawn;
  useEffect(() => {
    // On a phone, its keyboard would cover what was drawn.
    if (isCompact) return;
    count.current?.focus({ preventScroll: true });
    count.current?.select();
  }, [isCompact]);
  const change = (part: Partial<Row>) => {
    const next = { ...row, ...part };
    if (!fits(next)) return;
    const edit = replaceRow(editor.plan, { first, count: row.count }, next);
    editor.edit(edit, rowStep(first));
    setRow({ ...drawn, row: next });
  };
  const done = () => {
    setRow(null);
    focusCanvas();
  };
  return (
    <div className={styles.toolForm}>
      <CountField
        label="Containers"
        ref={count}
        value={row.count}
        most={MOST_IN_ROW}
        onChange={(next) => change({ count: next, names: patternFor(row.names, next) })}
        onEnter={done}
      />
      <NameField
        label="Names"
        value={patternFor(row.names, row.count)}
        onChange={(names) => change({ names, count: Math.min(MOST_IN_ROW, countOf(names) ?? row.count) })}
        leadsBack
      />
      <LengthField label="Gap" value={row.gap_mm} least={0} onCommit={(mm = row.gap_mm) => change({ gap_mm: mm })} />
      <div className={styles.formEnd}>
        <Button size="small" icon="check" onPress={done}>
          Done
        </Button>
      </div>
    </div>
  );
}

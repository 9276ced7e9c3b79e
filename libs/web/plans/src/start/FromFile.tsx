import { type Fault, isApiError, pagePaths, type UiKind } from '@cubit/web-client';
import { Banner } from '@cubit/web-kit';
import { FileDrop } from '@cubit/web-kit/forms';
import { queryKeys, useApp, useGo, useWorkspace } from '@cubit/web-records';
import { useChanges, useRefresh } from '@cubit/web-records/changes';
import { useState } from 'react';
import { documentPath, storePlan } from '../save/plan-session.js';
import { faultPlace } from './fault-place.js';
import styles from '../save/save.module.css';

interface Refused {
  readonly document: unknown;
  readonly faults: readonly Fault[];
}

/** A document of a file is stored as it is, and opened. What the server refuses of it is listed with its place. */
export function FromFile({ kind }: { readonly kind: UiKind }) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const { fail } = useChanges();
  const refresh = useRefresh();
  const go = useGo();
  const [isReading, setReading] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [refused, setRefused] = useState<Refused | null>(null);
  const read = async (file: File) => {
    setReading(true);
    setWrong(undefined);
    setRefused(null);
    let document: unknown;
    try {
      document = JSON.parse(await file.text());
      const body = new Blob([file], { type: 'application/json' });
      const { id } = await storePlan(api, { path: documentPath(slug, kind, null), stored: null, document: body });
      await refresh(queryKeys.records(slug, kind.id));
      go(pagePaths.drawing(slug, kind, id), { replace: true });
    } catch (error) {
      if (error instanceof SyntaxError) setWrong(`${file.name} is no JSON document: ${error.message}`);
      else if (isApiError(error) && error.status === 422) setRefused({ document, faults: error.details });
      else fail(error);
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <FileDrop
        label="Floor plan document"
        description="A JSON document of the format service-floorplan/1."
        accept=".json,application/json"
        prompt={isReading ? 'Reading the file…' : undefined}
        error={wrong}
        onFiles={([file]) => void (file && read(file))}
      />
      {refused && (
        <section aria-label="Faults">
          <Banner tone="bad">The document was refused and not stored. Correct it and choose it again.</Banner>
          <ul className={styles.rows}>
            {refused.faults.map(({ path, message }, index) => (
              <li key={index}>
                <strong>{faultPlace(refused.document, path)}</strong> {message}{' '}
                <code className={styles.about}>{path}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

import { useApp, useGo } from '@cubit/web-records';
import { useEffect, useState } from 'react';
import { keptDisplay } from './kept-display.js';
import { pairScreen } from './pair-screen.js';
import { useNewBuild } from './use-new-build.js';
import { WallApp } from './WallApp.js';
import { WallFrame } from './WallFrame.js';
import styles from './wall.module.css';

/** `/wall`: a screen shows a code until an administrator has entered it. */
export function PairPage() {
  const go = useGo();
  const [kept] = useState(keptDisplay.read);
  useEffect(() => {
    if (kept !== null) go(kept, { replace: true });
  }, [kept, go]);
  if (kept !== null) return <WallFrame title="Loading" busy />;
  return (
    <WallApp>
      <Code />
    </WallApp>
  );
}

function Code() {
  const { api } = useApp();
  const [code, setCode] = useState<string | null>();
  useNewBuild(code === null);
  useEffect(() => {
    const ending = new AbortController();
    void pairScreen(api, { signal: ending.signal, onCode: setCode }).then((address) => {
      if (address === null) return;
      keptDisplay.write(address);
      // A full load, so that no data of a person who was signed in here before remains in the page.
      location.replace(address);
    });
    return () => ending.abort();
  }, [api]);
  return (
    <WallFrame title="Pair this screen" centred busy={code === undefined}>
      {code === undefined || code === null ? (
        <p role="status" className={styles.note}>
          {code === null && 'The server gives no code now. The screen tries again by itself.'}
        </p>
      ) : (
        <>
          <p className={styles.code} aria-label={`Code ${[...code].join(' ')}`} role="img">
            {code.slice(0, 3)} {code.slice(3)}
          </p>
          <p className={styles.note}>An admin enters this code in Cubit: Settings, Displays, Pair a screen.</p>
        </>
      )}
    </WallFrame>
  );
}

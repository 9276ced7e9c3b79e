import { useScanner } from '@cubit/web-kit';
import { useSearchParams, useSetSearch } from '@cubit/web-records';
import { lazy, Suspense } from 'react';

const ScanSheet = lazy(async () => ({ default: (await import('./ScanSheet.js')).ScanSheet }));

/** What a USB scanner types on any page opens over it, as `?scan=`: what is on the page and in its forms stays. */
export function Scanned() {
  const { scan } = useSearchParams();
  const setSearch = useSetSearch();
  useScanner((code) => setSearch({ scan: code }, { replace: scan !== undefined }));
  return scan === undefined ? null : (
    <Suspense>
      <ScanSheet code={scan} onClose={() => setSearch({ scan: undefined }, { replace: true })} />
    </Suspense>
  );
}

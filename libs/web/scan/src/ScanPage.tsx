import { isApiError } from '@cubit/web-client';
import { Banner, Button, ErrorState, Skeleton, useScanner } from '@cubit/web-kit';
import { FieldRow, FileDrop, Form, TextField } from '@cubit/web-kit/forms';
import { Page, useSearchParams, useSetSearch } from '@cubit/web-records';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Camera } from './Camera.js';
import { FoundRecord } from './FoundRecord.js';
import { readPhoto } from './read-code.js';
import { UnknownCode } from './UnknownCode.js';
import { useScan } from './use-scan.js';
import styles from './ScanPage.module.css';

/** Scans by camera, photo, USB scanner or typing; `?code=` is what was scanned last. */
export function ScanPage() {
  const { code = '' } = useSearchParams();
  const setSearch = useSetSearch();
  const queries = useQueryClient();
  const scanned = (text: string) => {
    const next = text.trim();
    if (next === '') return;
    void queries.invalidateQueries({ queryKey: ['scan'] });
    setSearch({ code: next }, { replace: code !== '' });
  };
  useScanner(scanned);
  return (
    <Page title="Scan" narrow>
      {code !== '' && <Results code={code} onAgain={() => setSearch({ code: undefined })} />}
      <div className={styles.ways}>
        <Photo onCode={scanned} />
        <Camera onCode={scanned} />
        <TypedCode onCode={scanned} />
        <p className={styles.note}>
          A USB scanner works on this page without choosing a field. Labels are printed from the page of a record.
        </p>
      </div>
    </Page>
  );
}

interface WayProps {
  readonly onCode: (code: string) => void;
}

function Photo({ onCode }: WayProps) {
  const read = useMutation({
    mutationFn: async (photo: Blob) => {
      const code = await readPhoto(photo);
      if (code === null) throw new Error('The photo shows no code that can be read. Take it closer and straight on.');
      return code;
    },
    onSuccess: onCode,
  });
  return (
    <>
      <FileDrop
        label="Photo of a code"
        accept="image/*"
        capture="environment"
        prompt={read.isPending ? 'Reading the photo…' : 'Take a photo or choose one'}
        onFiles={([photo]) => photo && read.mutate(photo)}
      />
      {read.error && (
        <Banner tone="warn">
          {read.error instanceof DOMException ? 'The file is no picture that can be read.' : read.error.message}
        </Banner>
      )}
    </>
  );
}

function TypedCode({ onCode }: WayProps) {
  const [text, setText] = useState('');
  const find = () => {
    onCode(text);
    setText('');
  };
  return (
    <Form label="Type a code" onSubmit={find}>
      <FieldRow>
        <TextField label="Code" value={text} onChange={setText} mono maxLength={1_000} />
      </FieldRow>
      <div>
        <Button type="submit" icon="search">
          Find
        </Button>
      </div>
    </Form>
  );
}

function Results({ code, onAgain }: { readonly code: string; readonly onAgain: () => void }) {
  const { data, error, refetch } = useScan(code);
  return (
    <section className={styles.results} aria-label="Scanned" aria-live="polite">
      {error && !data && (
        <ErrorState
          message={error.message}
          requestId={isApiError(error) ? (error.requestId ?? undefined) : undefined}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton shape="block" height={160} />}
      {data?.map((found) => (
        <FoundRecord key={found.id} {...found} />
      ))}
      {data?.length === 0 && <UnknownCode key={code} code={code} />}
      <div>
        <Button icon="scan-line" onPress={onAgain}>
          Scan again
        </Button>
      </div>
    </section>
  );
}

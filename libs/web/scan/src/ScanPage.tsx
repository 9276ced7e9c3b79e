import { Banner, Button, useScanner } from '@cubit/web-kit';
import { FieldRow, FileDrop, Form, TextField } from '@cubit/web-kit/forms';
import { Page, queryKeys, useSearchParams, useSetSearch } from '@cubit/web-records';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Camera } from './Camera.js';
import { readPhoto } from './read-code.js';
import { Results } from './Results.js';
import styles from './ScanPage.module.css';

/** Scans by camera, photo, USB scanner or typing; `?code=` is what was scanned last. */
export function ScanPage() {
  const { code = '' } = useSearchParams();
  const setSearch = useSetSearch();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const scanned = (text: string) => {
    const next = text.trim();
    if (next === '') return;
    void queries.invalidateQueries({ queryKey: queryKeys.scans() });
    setSearch({ code: next }, { replace: code !== '' });
  };
  useScanner(scanned, { everyKey: true, onText: setTyped });
  return (
    <Page title="Scan" narrow>
      {code !== '' && (
        <div className={styles.above}>
          <Results code={code} onAgain={() => setSearch({ code: undefined })} />
        </div>
      )}
      <div className={styles.ways}>
        <Photo onCode={scanned} />
        <Camera onCode={scanned} />
        <TypedCode text={typed} onText={setTyped} onCode={scanned} />
        <p className={styles.note}>
          A USB scanner works on every page. Here all keys go into the code, so single-key shortcuts rest. Labels are
          printed from the page of a record.
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

interface TypedCodeProps extends WayProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

function TypedCode({ text, onText, onCode }: TypedCodeProps) {
  const find = () => {
    onCode(text);
    onText('');
  };
  return (
    <Form label="Type a code" onSubmit={find}>
      <FieldRow>
        <TextField label="Code" value={text} onChange={onText} mono scanTarget maxLength={1_000} />
      </FieldRow>
      <div>
        <Button type="submit" icon="search">
          Find
        </Button>
      </div>
    </Form>
  );
}

import { Banner, Button } from '@cubit/web-kit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readFrame } from './read-code.js';
import styles from './ScanPage.module.css';

const FRAME_MS = 200;
/** The same code in view is one scan. */
const REPEAT_MS = 4_000;

export interface CameraProps {
  readonly onCode: (code: string) => void;
}

/**
 * Scans with the camera until it is stopped. Where the browser knows that it is allowed, it starts by itself. Browsers have a camera only over
 * HTTPS and on this device itself.
 */
export function Camera({ onCode }: CameraProps) {
  const [on, setOn] = useState(false);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    const left = new AbortController();
    void isAllowed().then((allowed) => allowed && !left.signal.aborted && setOn(true));
    return () => left.abort();
  }, []);
  if (!('mediaDevices' in navigator))
    return (
      <p className={styles.note}>Browsers allow the camera only over HTTPS. A photo and a USB scanner work here.</p>
    );
  return (
    <div className={styles.camera}>
      {on && <Viewfinder onCode={onCode} onFailed={(message) => (setFailed(message), setOn(false))} />}
      {failed !== undefined && !on && <Banner tone="warn">{failed}</Banner>}
      <Button icon={on ? 'x' : 'camera'} onPress={() => (setFailed(undefined), setOn(!on))}>
        {on ? 'Stop the camera' : 'Use the camera'}
      </Button>
    </div>
  );
}

/** Whether the person has allowed the camera before. Some browsers do not tell. */
async function isAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted';
  } catch {
    return false;
  }
}

interface ViewfinderProps extends CameraProps {
  readonly onFailed: (message: string) => void;
}

function Viewfinder(props: ViewfinderProps) {
  const video = useRef<HTMLVideoElement>(null);
  const onCode = useEffectEvent(props.onCode);
  const onFailed = useEffectEvent(props.onFailed);
  useEffect(() => {
    const stop = new AbortController();
    const fail = (error: unknown) => {
      if (!stop.signal.aborted) onFailed(wordsOf(error));
    };
    if (video.current) watch(video.current, onCode, stop.signal).catch(fail);
    return () => stop.abort();
  }, []);
  return <video ref={video} className={styles.video} muted playsInline aria-label="Camera" />;
}

async function watch(video: HTMLVideoElement, onCode: (code: string) => void, signal: AbortSignal): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const close = () => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted) return close();
  signal.addEventListener('abort', close);
  video.srcObject = stream;
  await video.play();
  let last = { code: '', at: -Infinity };
  while (!signal.aborted) {
    const code = await readFrame(video);
    const now = performance.now();
    if (code !== null && !signal.aborted) {
      if (code !== last.code || now - last.at > REPEAT_MS) onCode(code);
      last = { code, at: now };
    }
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof DOMException)) return 'The camera cannot be read. Take a photo instead.';
  if (error.name === 'NotAllowedError')
    return 'The browser may not use the camera. Allow it in its settings, or take a photo.';
  if (error.name === 'NotFoundError') return 'This device has no camera. Choose a photo instead.';
  return `The camera does not start: ${error.message}`;
}

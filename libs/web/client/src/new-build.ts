const PAGE = '/';
/** The script by which a page of the app begins. Its name has the hash of its content. */
const SCRIPT = /<script\b[^>]*\ssrc="([^"]+)"/;

/** Whether the server has another build of the app than that of the script that a page began with. False if it gives no answer. */
export async function isNewBuild(script: string, send: typeof fetch = (...args) => fetch(...args)): Promise<boolean> {
  try {
    const response = await send(PAGE, { cache: 'no-store', headers: { accept: 'text/html' } });
    const latest = response.ok ? SCRIPT.exec(await response.text())?.[1] : undefined;
    return latest !== undefined && latest !== script;
  } catch {
    return false;
  }
}

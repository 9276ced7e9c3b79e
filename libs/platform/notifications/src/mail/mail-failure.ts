/** Why an email was not sent. The message is for administrators of a workspace, who cannot see the configuration of the server. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
}

interface TransportError {
  readonly code?: string;
  /** The system code that the transport replaced by its own: `ECONNREFUSED`. */
  readonly originalCode?: string;
  /** SMTP response code. */
  readonly responseCode?: number;
  /** The step that failed: `STARTTLS`, `CONN`. */
  readonly command?: string;
  readonly message?: string;
}

/** Converts an error of the transport. The message never contains the address of the mail server. */
export function mailFailure(error: unknown): MailFailure {
  return new MailFailure(reasonOf((error ?? {}) as TransportError), { cause: error });
}

function reasonOf(error: TransportError): string {
  const { code, originalCode = code, responseCode, command, message = '' } = error;
  if (command === 'STARTTLS' && responseCode !== undefined)
    return 'The mail server does not support encryption (STARTTLS), so no password was sent.';
  if (code === 'EAUTH')
    return `The mail server refused the user name and password of SMTP_URL${inBrackets(responseCode)}.`;
  if (responseCode !== undefined) return `The mail server answered ${responseCode}.`;
  const certificate = certificateFault(message);
  if (certificate !== null) return `The certificate of the mail server is not trusted: ${certificate}.`;
  if (command === 'STARTTLS' || originalCode === 'EPROTO')
    return 'The mail server could not agree on encryption (TLS).';
  return `The mail server could not be reached${originalCode === undefined ? '' : `: ${originalCode}`}.`;
}

/**
 * Detected by the text, because the transport drops the error code during STARTTLS. OpenSSL alerts from the server also contain the word
 * "certificate" and are excluded. Text after a colon names the server, and text after a semicolon is for developers: both are removed.
 */
function certificateFault(message: string): string | null {
  if (!/certificate/i.test(message) || /SSL routines/i.test(message)) return null;
  return message.replace(/^Error initiating TLS - /, '').split(/[:;]/)[0] ?? null;
}

function inBrackets(code: number | undefined): string {
  return code === undefined ? '' : ` (${code})`;
}

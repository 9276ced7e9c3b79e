/** Parameter of `SMTP_URL` that turns off encryption: `smtp://user:password@mail.internal?tls=off`. */
const TLS = 'tls';

interface SmtpOptions {
  readonly url: string;
  readonly requireTLS: boolean;
  readonly ignoreTLS: boolean;
}

/** Requires TLS if the URL has a password, unless it has `tls=off`. */
export function smtpOptions(smtpUrl: string): SmtpOptions {
  const url = new URL(smtpUrl);
  const isOff = url.searchParams.get(TLS) === 'off';
  // The transport would read every parameter as one of its options.
  url.searchParams.delete(TLS);
  return { url: url.href, requireTLS: !isOff && url.username !== '', ignoreTLS: isOff };
}

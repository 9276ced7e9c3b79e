import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Logger } from '@cubit/core/host';
import type { Certificate, HttpServer } from '@cubit/http';
import type { TlsFiles } from './configuration.js';
import { StartError } from './start-error.js';

/** The certificate of `TLS_CERT` and `TLS_KEY`. Throws a `StartError` that names the file which does not fit. */
export function readCertificate({ cert, key }: TlsFiles): Certificate {
  const certificate = { cert: readPem('TLS_CERT', cert), key: readPem('TLS_KEY', key) };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new StartError(`TLS_CERT and TLS_KEY are not a certificate and its key in PEM: ${String(error)}.`, {
      cause: error,
    });
  }
  return certificate;
}

function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError(`${name} cannot be read: ${String(error)}.`, { cause: error });
  }
}

/** Reads the certificate again on SIGHUP, as after a renewal. Returns what ends that. */
export function renewOnSignal(server: Pick<HttpServer, 'useCertificate'>, files: TlsFiles, log: Logger): () => void {
  const renew = () => {
    try {
      server.useCertificate(readCertificate(files));
      log.info({}, 'The certificate was read again.');
    } catch (error) {
      log.error({ err: error }, 'The certificate could not be read again; the present one stays.');
    }
  };
  process.on('SIGHUP', renew);
  return () => void process.off('SIGHUP', renew);
}

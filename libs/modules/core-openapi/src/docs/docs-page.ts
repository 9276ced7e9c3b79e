/** Paths are relative to the page, so that it works below any prefix of a proxy. */
export function docsPage(assetPath: (file: string) => string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Cubit API</title>
    <link rel="icon" type="image/png" href="${assetPath('favicon-32x32.png')}">
    <link rel="stylesheet" href="${assetPath('swagger-ui.css')}">
    <script src="${assetPath('swagger-ui-bundle.js')}" defer></script>
    <script src="${assetPath('start.js')}" defer></script>
  </head>
  <body>
    <noscript>This page needs JavaScript. The document itself is <a href="openapi.json">openapi.json</a>.</noscript>
    <main id="reference"></main>
  </body>
</html>
`;
}

/**
 * Starts the reference. Requests go to the origin of the page, whatever address the document names, because the reader is signed in
 * there. No validator badge: the page contacts only this instance.
 */
export const START_SCRIPT = `'use strict';
async function start() {
  const answer = await fetch('openapi.json');
  if (!answer.ok) throw new Error('openapi.json: ' + answer.status);
  const spec = await answer.json();
  const { origin, pathname } = location;
  spec.servers = [{ url: origin + pathname.slice(0, pathname.indexOf('/api/v1/')) }];
  SwaggerUIBundle({
    spec,
    domNode: document.getElementById('reference'),
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayOperationId: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  });
}
start().catch((error) => {
  document.getElementById('reference').textContent = 'The reference cannot be shown: ' + error.message;
});
`;

/** No external content, and nothing inline except styles, which the reference sets on its elements. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

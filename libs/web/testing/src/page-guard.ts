import type { BrowserContext, Page } from 'playwright-core';

/** Answers that a page asks for although they may be refused; the browser logs each as an error of the console. */
const LOGGED_ANSWER = /^Failed to load resource: the server responded with a status of/;

/** What the browser logs of requests while the connection or the program is gone. */
const WITHOUT_CONNECTION =
  /net::ERR_(?:INTERNET_DISCONNECTED|CONNECTION_\w+|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/;

/** Collects what no page may cause: errors, violations of the policy, requests to other origins. */
export class PageGuard {
  readonly faults: string[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async watchContext(context: BrowserContext): Promise<void> {
    await context.exposeFunction('reportViolation', (text: string) => this.faults.push(`policy: ${text}`));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
        const report = (globalThis as unknown as { reportViolation(text: string): void }).reportViolation;
        report(`${violatedDirective} ${blockedURI} ${sourceFile}`);
      });
    });
    context.on('request', (request) => {
      const url = request.url();
      if (url.startsWith(this.#origin) || /^(?:data|blob|about|chrome):/.test(url)) return;
      this.faults.push(`request to ${url}`);
    });
  }

  watch(page: Page, { goesOffline = false }: { readonly goesOffline?: boolean } = {}): void {
    page.on('pageerror', (error) => this.faults.push(`error: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() !== 'error' || LOGGED_ANSWER.test(message.text())) return;
      if (goesOffline && WITHOUT_CONNECTION.test(message.text())) return;
      this.faults.push(`console: ${message.text()}`);
    });
  }
}

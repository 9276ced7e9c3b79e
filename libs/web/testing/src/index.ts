/** What browser specs are made with: the shipped program, its pages, a real browser. */
export type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
export { launchChromium } from './chromium.js';
export { type Counted, counted } from './counted.js';
export { type KeyboardAlone, keyboardAlone } from './keyboard-alone.js';
export { type HeldAnswers, holdAnswers } from './hold-answers.js';
export { type App, axeViolations, PHONE, type PageOptions, settled, signIn, startApp } from './start-app.js';
export { openWorkshop, type Reference, type Workshop } from './open-workshop.js';
export { sidewaysParts, smallTargets, ZOOMED } from './page-rules.js';
export { measureSizes, scriptsOfPage, type Size } from './measure-sizes.js';

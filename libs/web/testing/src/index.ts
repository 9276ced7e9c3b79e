/** What browser specs are made with: the shipped program, its pages, a real browser. */
export { launchChromium } from './chromium.js';
export { type HeldAnswers, holdAnswers } from './hold-answers.js';
export { type App, axeViolations, type PageOptions, settled, startApp } from './start-app.js';
export { openWorkshop, type Reference, type Workshop } from './open-workshop.js';
export { measureSizes, type Size } from './measure-sizes.js';

/** OAuth of programs: the flow step by step, and what an attacker changes in it. */
export { REDIRECT } from './oauth-fixture.js';
export { ALL, AUTHORIZATIONS, type Checked, OauthFlow, SCOPES, TOKEN, type Tokens } from './oauth-flow.js';
export { REQUESTS } from './tampered-requests.js';
export { EXCHANGES, USES } from './tampered-tokens.js';

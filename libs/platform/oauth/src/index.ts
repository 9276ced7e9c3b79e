export { challengeOf } from './challenge.js';
export { oauthCapability, type OauthOptions } from './oauth-capability.js';

export { bearerTokenOf } from './bearer-token.js';
export { LinkAccessTokens } from './link-access-tokens.js';
export { LinkPasswords, MAX_LINK_PASSWORD_LENGTH } from './link-passwords.js';
export { createLinkToken, LINK_TOKEN } from './link-token.js';
export { PUBLIC_RESPONSE_HEADERS } from './public-response-headers.js';
export { PublicLinksModule } from './public-links.module.js';
export { shownAddress } from './shown-address.js';
export { VisitorLimits, type Visit } from './visitor-limits.js';

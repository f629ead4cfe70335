export { ClaimedMemberships, isAdministratorBy, type PersonClaims } from './claimed-memberships.js';
export { SignInProvidersModule } from './sign-in-providers.module.js';

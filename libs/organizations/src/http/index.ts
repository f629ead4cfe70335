export { MembershipGuard } from './membership.guard.js';
export { OrganizationsHttpModule } from './organizations-http.module.js';
export { requestGuards } from './request-guards.js';

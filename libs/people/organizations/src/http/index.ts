export { MembershipGuard } from './membership.guard.js';
export { requestGuards } from './request-guards.js';
export { OrganizationsHttpModule } from './organizations-http.module.js';

export { MembershipGuard } from './membership.guard.js';
export { GIVEN_ROLES } from './member.dto.js';
export { organizationView, OrganizationView } from './organization.view.dto.js';
export { requestGuards } from './request-guards.js';
export { OrganizationsHttpModule } from './organizations-http.module.js';

export { NotInOrganization } from '#libs/auth';
export { CreateOrganization } from './create-organization.js';
export { Organization } from './organization.entity.js';
export { OrganizationRepository } from './organization.repository.js';
export { OrganizationsModule } from './organizations.module.js';
export { OrganizationLimitReached } from './organizations.errors.js';
export { RenameOrganization } from './rename-organization.js';

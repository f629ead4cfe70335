export { BundleError } from './bundle-error.js';
export { BundleSource } from './bundle-source.js';
export { exportOrganization, type ExportedOrganization } from './export-organization.js';

export type * from './archive-records.js';
export { BundleError } from './bundle/bundle-error.js';
export { BundleSource } from './bundle/bundle-source.js';
export { exportOrganization, type ExportedOrganization } from './bundle/export-organization.js';

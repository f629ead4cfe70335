export { HealthModule } from './health.module.js';
export { ContributesToPublicConfig, type PublicConfigSections, type PublicConfigSource } from './public-config.js';
export { Readiness, summaryOf, type ProbeReport, type State } from './readiness.js';

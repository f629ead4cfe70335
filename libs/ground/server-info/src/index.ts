export { ContributesToPublicConfig, type PublicConfigSections, type PublicConfigSource } from './public-config.js';

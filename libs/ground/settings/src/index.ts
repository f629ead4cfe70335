export { AUTH_SECRET } from './auth-secret.js';
export { ConfigModule, LOADED_CONFIGS } from './config.module.js';
export { ConfigurationError, loadConfig, type ConfigProblem, type Environment } from './load-config.js';
export { missingProtection } from './missing-settings.js';
export { readOrCreateSecret } from './secret-file.js';
export { PRODUCT_VERSION } from './product-version.js';
export { unreadVariables, type UnreadVariable } from './unread-variables.js';

export { AuthHttpModule } from './auth-http.module.js';
export { mountAuthRoutes } from './auth-routes.js';
export { Authentication } from './authentication.js';
export { BETTER_AUTH, type BetterAuth } from './better-auth.js';
export { PasswordAttempts } from './password-attempts.js';
export { PermissionGuard } from './permission.guard.js';

export { cutName } from '../account-fields.js';
export { mountAuthRoutes } from './auth-routes.js';
export { Authentication } from './authentication.js';
export { FirstAccount } from './first-account.js';
export { PasswordAttempts } from './password-attempts.js';
export { PermissionGuard } from './permission.guard.js';
export { ExtendsSignIn, type SignInExtension, type SignInMail, type SignInProvider } from './sign-in-extensions.js';
export { SignInLibrary } from './sign-in-library.js';
export { AuthHttpModule } from './auth-http.module.js';

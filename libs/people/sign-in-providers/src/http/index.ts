export { SignInProvidersHttpModule } from './sign-in-providers-http.module.js';

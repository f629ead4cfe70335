export { CodeField } from './code-field';
export { PasskeyProblem } from './passkey-problem';
export { NewPasswordField } from './password-field';
export { RefusedByProvider } from './lazy-refused-by-provider';
export { signInProviders } from './sign-in-providers';
export { SignInAgain } from './sign-in-again';

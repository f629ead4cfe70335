export { SignInAgain } from './sign-in-again';
export { NewPasswordField } from './password-field';

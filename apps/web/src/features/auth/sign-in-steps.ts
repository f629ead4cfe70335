// One file for what follows on the first page of sign-in: what is loaded first is smaller with one name in it.
export { PasskeyButton } from './passkey-button';
export { SecondFactorForm } from './second-factor-form';
export { VerificationNotice } from './verification-notice';

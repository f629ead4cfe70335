export { AccountFrame } from './account-layout';

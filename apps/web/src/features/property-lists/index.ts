export { listRole, nameOfRole, ofRole, PAGE_OF_ROLE, ROLES, titleOf, type Role } from './lists';

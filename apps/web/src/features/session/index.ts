export { lastOrganization, rememberOrganization } from './last-organization';
export { mayAdminister } from './may-administer';
export {
  currentUser,
  myMembership,
  organizations,
  refreshOrganizations,
  serverConfig,
  useSignOut,
} from './session.queries';
export { useRole } from './use-role';

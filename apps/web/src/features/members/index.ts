export { members } from './members.queries';
export { ROLE_NAMES, type MemberRole } from './role-texts';
export { useLeave } from './use-leave';

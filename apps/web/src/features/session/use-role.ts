import { useQuery } from '@tanstack/react-query';
import { myMembership } from './session.queries';

export interface Role {
  role: 'admin' | 'member' | 'owner' | 'viewer' | undefined;
  /** Uploads, edits, tags. False for viewers and until the role is known. */
  canEdit: boolean;
  /** Members, webhooks of the organization, settings. */
  canAdminister: boolean;
  isOwner: boolean;
}

/** What the signed-in user may do here; the server decides, this only hides what it would refuse. */
export function useRole(organizationId: string): Role {
  const { data } = useQuery(myMembership(organizationId));
  const role = data?.role;
  return {
    role,
    canEdit: role !== undefined && role !== 'viewer',
    canAdminister: role === 'owner' || role === 'admin',
    isOwner: role === 'owner',
  };
}

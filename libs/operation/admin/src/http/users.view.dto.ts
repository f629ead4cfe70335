import type { DirectoryUser } from '#people/auth';
import type { DateTime, Integer } from '#ground/http-kit';

export class AdminUserView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  email!: string;
  emailVerified!: boolean;
  name!: string;
  image!: string | null;
  /** How many organizations the user may own; null in a list: the limit of the server applies. */
  maxOrganizationCount!: Integer | null;
  twoFactorEnabled!: boolean;
  isAdmin!: boolean;
  /** Since when the user cannot sign in; null for an active one. */
  disabledAt!: DateTime | null;
  /** When a session was last renewed, at most a day ago for one in use, or an API key used. */
  lastActiveAt!: DateTime | null;
}

export class ListedUserView extends AdminUserView {
  organizationCount!: Integer;
}

export class UsersPage {
  /** Newest first. */
  users!: ListedUserView[];
  totalCount!: Integer;
  pageIndex!: Integer;
  pageSize!: Integer;
}

export interface AdminUserResponse {
  user: AdminUserView;
}

export function adminUserView(user: DirectoryUser): AdminUserView {
  return {
    ...user,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    disabledAt: user.disabledAt?.toISOString() ?? null,
    lastActiveAt: user.lastActiveAt?.toISOString() ?? null,
  };
}

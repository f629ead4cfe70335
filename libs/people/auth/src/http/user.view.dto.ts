import type { User } from '../user.entity.js';

/** What an administrator may do in the administration area, in the words that clients know. */
const ADMINISTRATOR_PERMISSIONS = [
  'bo:access',
  'users:view',
  'users:delete',
  'analytics:view',
  'plan-entitlements:manage',
];

/** Exactly these keys: published clients refuse responses that have more. */
export class UserView {
  id!: string;
  email!: string;
  name!: string;
  createdAt!: Date;
  updatedAt!: Date;
  twoFactorEnabled!: boolean;
}

export class CurrentUserView extends UserView {
  permissions!: string[];
}

export class UserResponse {
  user!: UserView;
}

export class CurrentUserResponse {
  user!: CurrentUserView;
}

export function userView({ id, email, name, createdAt, updatedAt, twoFactorEnabled }: User): UserView {
  return { id, email, name, createdAt, updatedAt, twoFactorEnabled };
}

export function currentUserView(user: User): CurrentUserView {
  return { ...userView(user), permissions: user.isAdmin ? ADMINISTRATOR_PERMISSIONS : [] };
}

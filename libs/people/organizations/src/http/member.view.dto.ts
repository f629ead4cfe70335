import type { Role } from '#ground/kernel';
import type { Member } from '../member.repository.js';
import type { MemberWithUser } from '../members.js';

export class MemberView {
  id!: string;
  createdAt!: Date;
  updatedAt!: Date;
  organizationId!: string;
  userId!: string;
  role!: Role;
}

export class MemberUserView {
  id!: string;
  name!: string;
  email!: string;
  image!: string | null;
}

export class MemberWithUserView extends MemberView {
  user!: MemberUserView;
}

export class MemberResponse {
  member!: MemberView;
}

export class MembersResponse {
  members!: MemberWithUserView[];
}

export function memberView({ id, createdAt, updatedAt, organizationId, userId, role }: Member): MemberView {
  return { id, createdAt, updatedAt, organizationId, userId, role };
}

export function memberWithUserView(member: MemberWithUser): MemberWithUserView {
  const { id, name, email, image } = member.user;
  return { ...memberView(member), user: { id, name, email, image } };
}

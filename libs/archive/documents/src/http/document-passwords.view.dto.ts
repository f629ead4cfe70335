import type { ListedPassword } from '#archive/documents';

export class DocumentPasswordView {
  /** Begins with `dpw_`. */
  id!: string;
  name!: string;
  /** Date and time in UTC. */
  createdAt!: string;
}

export function documentPasswordView({ id, name, createdAt }: ListedPassword): DocumentPasswordView {
  return { id, name, createdAt: createdAt.toISOString() };
}

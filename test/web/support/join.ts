import type { SignedIn, SignedUp, WebTest } from './web-test.js';

/** A second person with a browser, who has joined the organization of the owner. */
export async function join(
  web: WebTest,
  owner: SignedUp,
  role: 'admin' | 'member' | 'viewer',
  name: string,
): Promise<SignedIn> {
  const guest = await web.signIn({ organization: `Of ${name}`, name });
  const members = `/api/organizations/${owner.organizationId}/members`;
  await owner.call('POST', `${members}/invitations`, { email: guest.email, role });
  const { invitations } = await guest.call<{ invitations: { id: string }[] }>('GET', '/api/invitations');
  await guest.call('POST', `/api/invitations/${invitations[0]?.id}/accept`);
  return guest;
}

import { poolOf } from '../../support/rows.js';
import type { SignedIn, WebTest } from './web-test.js';

/** A new user who is an administrator of the installation; others may be, too. */
export async function signInAdministrator(web: WebTest, name = 'Ada Person'): Promise<SignedIn> {
  const user = await web.signIn({ name });
  await poolOf(web.app).query('update "user" set is_admin = true where id = $1', [user.userId]);
  return user;
}

import pg from 'pg';
import type { SignedIn, WebTest } from './web-test.js';

/** A new user who is an administrator of the installation; others may be, too. */
export async function signInAdministrator(web: WebTest, name = 'Ada Person'): Promise<SignedIn> {
  const user = await web.signIn({ name });
  const client = new pg.Client({ connectionString: web.app.installation.databaseUrl });
  await client.connect();
  try {
    await client.query('update "user" set is_admin = true where id = $1', [user.userId]);
  } finally {
    await client.end();
  }
  return user;
}

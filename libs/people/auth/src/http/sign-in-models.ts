/** The prefix of the ids of each model of the sign-in library itself. Their tables are those of the product. */
export const OWN_ID_PREFIXES: Readonly<Record<string, string>> = {
  user: 'usr',
  session: 'auth_ses',
  account: 'auth_acc',
  verification: 'auth_ver',
};

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { signInProviders } from '../auth';
import { serverConfig } from '../session';
import type { AuditEntry } from './audit.queries';
import { signInWay, type SignInWay } from './sign-in-way';

/** What an entry is about: of a sign-in how it was done, otherwise the sentence of the server. */
export function WhatHappened({ entry }: { entry: AuditEntry }) {
  const way = signInWay(entry);
  if (way) return <SignedIn way={way} />;
  // The server writes these sentences, in English.
  return <span lang="en">{entry.description}</span>;
}

function SignedIn({ way }: { way: SignInWay }) {
  switch (way.kind) {
    case 'password':
      return <Trans>Signed in with a password</Trans>;
    case 'passkey':
      return <Trans>Signed in with a passkey</Trans>;
    case 'second-factor':
      return <Trans>Signed in with a password and a second factor</Trans>;
    case 'registration':
      return <Trans>Signed in by creating the account</Trans>;
    case 'mail':
      return <Trans>Signed in with a link from an e-mail</Trans>;
    case 'provider':
      return <SignedInByProvider providerId={way.providerId} />;
  }
}

function SignedInByProvider({ providerId }: { providerId: string }) {
  const { data: config } = useQuery(serverConfig());
  const providers = config ? signInProviders(config.auth.providers) : [];
  const name = <bdi>{providers.find(({ id }) => id === providerId)?.name ?? providerId}</bdi>;
  return <Trans>Signed in with {name}</Trans>;
}

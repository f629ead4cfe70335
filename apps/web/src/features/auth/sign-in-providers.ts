import type { PublicConfigView } from '../../lib/api';

type Providers = PublicConfigView['auth']['providers'];

/** Other ways to sign in than by a password, as far as the server has them. */
export function signInProviders({ github, google, customs }: Providers): { id: string; name: string }[] {
  return [
    ...(github.isEnabled ? [{ id: 'github', name: 'GitHub' }] : []),
    ...(google.isEnabled ? [{ id: 'google', name: 'Google' }] : []),
    ...customs.map(({ providerId, providerName }) => ({ id: providerId, name: providerName })),
  ];
}
